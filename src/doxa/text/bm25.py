"""BM25 term weights, the one formula every store scores with."""

from __future__ import annotations

import math

K1 = 0.9
"""Saturation of repeated terms. Measured on turns of LoCoMo (786 questions, recall at 5, 10 and 20): 0.9 with `B` 0.4
gives 55.1, 62.0, 67.8; the often quoted 1.2 with 0.75 gives 53.6, 61.3, 67.5."""
B = 0.4
"""Weight of a document's length; measured with `K1`."""


def inverse_document_frequency(documents_with_term: int, documents: int) -> float:
    """Return Lucene's inverse document frequency, ln(1 + (N - df + 0.5) / (df + 0.5)): never negative.

    Args:
        documents_with_term: df, from 0 to N.
        documents: N, how many documents the slab holds.
    """
    return math.log1p((documents - documents_with_term + 0.5) / (documents_with_term + 0.5))


def term_score(
    term_frequency: float,
    document_length: float,
    documents_with_term: int,
    documents: int,
    average_length: float,
    *,
    k1: float = K1,
    b: float = B,
) -> float:
    """Return what one query term adds to a document's score (Robertson and Zaragoza 2009, without the factor k1 + 1).

    Args:
        term_frequency: How often the document holds the term.
        document_length: The document's length in tokens.
        documents_with_term: In how many documents of the slab the term occurs.
        documents: How many documents the slab holds.
        average_length: Their mean length in tokens; 0 is taken as "all of one length".
        k1: Saturation of repeated terms, 0 and up.
        b: Weight of length, 0 to 1.

    Returns:
        A number from 0 to the term's inverse document frequency.
    """
    saturated = saturation(term_frequency, document_length, average_length, k1=k1, b=b)
    return inverse_document_frequency(documents_with_term, documents) * saturated


def saturation(
    term_frequency: float, document_length: float, average_length: float, *, k1: float = K1, b: float = B
) -> float:
    """Return the share of a term's inverse document frequency that a document earns by holding it so often.

    Args:
        term_frequency: How often the document holds the term.
        document_length: The document's length in tokens.
        average_length: The mean length of the slab's documents; 0 is taken as "all of one length".
        k1: Saturation of repeated terms, 0 and up.
        b: Weight of length, 0 to 1.

    Returns:
        A number from 0 to 1.
    """
    if term_frequency <= 0:
        return 0.0
    return term_frequency / (term_frequency + dampening_of(document_length, average_length, k1=k1, b=b))


def dampening_of(document_length: float, average_length: float, *, k1: float = K1, b: float = B) -> float:
    """Return what is added to a term's frequency under the line: it is the same for all terms of a document.

    Args:
        document_length: The document's length in tokens.
        average_length: The mean length of the slab's documents; 0 is taken as "all of one length".
        k1: Saturation of repeated terms, 0 and up.
        b: Weight of length, 0 to 1.
    """
    relative_length = document_length / average_length if average_length > 0 else 1.0
    return k1 * (1.0 - b + b * relative_length)

"""Pairs of texts written by hand: the same said in words or an order of one's own, and what only looks the same.

They were written for the benchmark, by free choice of words, after the rules for orders; two rules were mended since
for what they showed. None of the last list says the same.
"""

from __future__ import annotations

SAME_ENGLISH = """
Paul lent me his bike.|Paul lent his bike to me.
The neighbour's cat sleeps on our porch.|The cat of the neighbour sleeps on our porch.
In the summer we sail on the lake.|We sail on the lake in the summer.
Olga and Ivan run a small hotel.|Ivan and Olga run a small hotel.
Our biggest customer is a bank in Zurich.|A bank in Zurich is our biggest customer.
It was Nina who found the keys.|Nina found the keys.
I threw away the old sofa.|I threw the old couch away.
He put off the exam.|He postponed the exam.
She has to take the pills every day.|She needs to take the pills daily.
The release is on 12 June.|The release is on June 12.
My uncle is employed as a pilot.|My uncle works as a pilot.
I can't stand cold soup.|I hate cold soup.
Without a key nobody gets in.|Nobody gets in without a key.
She is able to read Arabic.|She can read Arabic.
He wants tea or juice for breakfast.|He wants juice or tea for breakfast.
During the week I get up at six.|I get up at six during the week.
Emma's father has passed away.|Emma's dad has died.
They are planning to open a shop in Ghent.|They intend to open a store in Ghent.
My manager is Ruth.|Ruth is my manager.
Please water the plants.|Water the plants.
I've got three sisters.|I have 3 sisters.
The app crashes when the phone is offline.|When the phone is offline, the app crashes.
Leo brought us some figs.|Leo brought some figs to us.
The lease ends almost a year later.|The lease ends nearly a year later.
I work from home on Wednesdays.|Wednesdays I work from my house.
He has been a teacher for ten years.|For a decade he has taught.
She doesn't drink alcohol.|She is a teetotaller.
My car broke down on the motorway.|I had a breakdown on the highway.
The flight was delayed by two hours.|The plane left two hours late.
We adopted a puppy from a shelter.|Our puppy comes from a shelter.
I would like to learn the cello.|I want to learn to play the cello.
He is in charge of the kitchen.|He runs the kitchen.
Zoe moved out of her parents' house.|Zoe no longer lives with her parents.
The wifi is slow in the cellar.|In the cellar the internet is slow.
I forgot my umbrella at the office.|I left my umbrella at work.
Tom is the older of the two brothers.|Tom is older than his brother.
My back hurts when I sit too long.|Sitting too long gives me back pain.
We split the bill.|We each paid half.
The recipe calls for two eggs.|You need two eggs for the recipe.
The company was founded in 1998.|The company has existed since 1998.
""".strip()
SAME_CHINESE = """
我妈妈是一位护士。|我母亲是护士。
他在深圳住。|他住在深圳。
我们公司位于苏州。|我们公司在苏州。
我最喜欢的水果是芒果。|芒果是我最喜欢的水果。
我爸每天上班。|我爸爸每天工作。
婚礼在六月八号。|婚礼在6月8日。
我喜欢吃面条和饺子。|我喜欢吃饺子和面条。
她已经搬家了。|她搬家了。
后天我去看牙医。|我后天去看牙医。
小张和我都没看过这部电影。|我和小张都没看过这部影片。
我正在学习日语。|我在学日语。
因为堵车，我迟到了。|我迟到了，因为堵车。
他给我发短信了。|他发短信给我了。
我明天打算去爬山。|明天我计划去爬山。
老师住在学校附近。|教师在学校附近住。
我不吃辣。|辣的东西我吃不了。
她比我高。|我比她矮。
我把钥匙忘在家里了。|我没带钥匙，落家里了。
孩子今年上小学。|孩子今年是小学生了。
我对猫毛过敏。|我一碰猫毛就过敏。
他戒酒三年了。|他三年没喝酒了。
我们打车去的机场。|我们是坐出租车去机场的。
外婆做的红烧肉最好吃。|外婆的红烧肉做得最好。
我睡得很晚。|我晚上睡觉很晚。
这个周末我有空。|我这个周末没事。
""".strip()
UNLIKE = """
Paul lent me his bike.|I lent Paul his bike.
Paul lent him his bike.|Paul lent his bike to me.
The neighbour's cat chased the dog.|The dog chased the neighbour's cat.
The cat of the neighbour's aunt is ill.|The aunt of the neighbour's cat is ill.
Olga and Ivan run a hotel.|Olga or Ivan run a hotel.
Olga likes Ivan and Nina.|Ivan likes Olga and Nina.
My brother's wife is my boss.|My boss's wife is my brother.
My teacher is my neighbour's friend.|My neighbour is my teacher's friend.
It was Nina who found Otto.|It was Otto who found Nina.
He looked up the street.|He looked down the street.
I called Ann back.|I called back Anna.
The release is on 12 June.|The release is on 6 December.
We drove from Ghent to Bruges.|We drove from Bruges to Ghent.
With Ann I visited Bob.|With Bob I visited Ann.
She cooked and he cleaned.|He cooked and she cleaned.
He ate and left.|He left and ate.
I won 6 and lost 3.|I won 3 and lost 6.
The scores were 6 and 3.|The scores were 3 and 6.
All of my friends are runners.|All runners are friends of mine.
Only Ruth is my friend.|Ruth is only my friend.
She does not have to sing.|She must not sing.
She is not able to sing.|She is able not to sing.
I didn't tell him to go.|I told him not to go.
Leo brought us to the figs.|Leo brought the figs to us.
Leo brought me to him.|Leo brought him to me.
She gave him them.|She gave them him back.
Show me them.|Show them to Mia.
In Ghent she met Otto in May.|In May she met Otto in Gent.
After the call I slept.|I slept before the call.
Ann and Bob respectively play chess and go.|Bob and Ann respectively play chess and go.
My manager was Ruth.|Ruth is my manager.
I've got to go.|I have gone.
He needs to eat.|He ate.
She stopped to smoke.|She stopped smoking.
The lamp on the table is mine.|The table on the lamp is mine.
He sent Mia off the list.|He sent the list off Mia.
I was born on 3 May.|I was born on 3 March.
Please call.|Please do not call.
The house of my aunt's friend burnt.|The house of my friend's aunt burnt.
Two cats and one dog live here.|One cat and two dogs live here.
我给他打电话。|他给我打电话。
他和我说了。|我和他说了。
他住在医院对面。|医院在他住的对面。
我妈妈是他的老师。|他的妈妈是我老师。
小张的老师是小李的妈妈。|小李的老师是小张的妈妈。
我已经吃了。|我还没吃。
婚礼在六月八号。|婚礼在八月六号。
他是8号房的客人。|他是8日来的客人。
我住在1号楼。|我住在2号楼。
小张借给我一本书。|我借给小张一本书。
先去北京和上海，再去广州。|先去广州和上海，再去北京。
我学习他。|他学习我。
我在等他。|他在等我。
他发短信给妈妈。|妈妈发短信给他。
我只喜欢茶。|只我喜欢茶。
""".strip()


def pairs(lines: str) -> list[tuple[str, str]]:
    """Return the two texts of each line."""
    return [(one, other) for one, _, other in (line.partition("|") for line in lines.splitlines())]

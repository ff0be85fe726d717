"""Chinese: the same things, said the Chinese way."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said, slots


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("我叫周启明，熟人都喊我老周，今年三十八。", [("name", "周启明"), ("nickname", "老周"), ("age", "三十八")]),
        ("我是四川成都人。", [("hometown", "四川成都")]),
        ("我生日是十月一号。", [("birthday", "十月一号")]),
        ("我出生于1990年。", [("birth_year", "1990年")]),
        ("我1990年5月3日出生。", [("birthday", "1990年5月3日")]),
        ("我偏好深色模式。", [("likes", "深色模式")]),
        ("我习惯早睡早起。", [("habit", "早睡早起")]),
        ("我的星座是双鱼座。", [("zodiac_sign", "双鱼座")]),
        ("我是O型血。", [("blood_type", "O型")]),
        ("我身高175，体重70公斤。", [("height", "175"), ("weight", "70公斤")]),
        ("我毕业于复旦大学计算机系。", [("school", "复旦大学"), ("major", "计算机")]),
        ("我的学历是硕士。", [("degree", "硕士")]),
        ("我住在青岛，李村这边。", [("home", "青岛")]),
        ("我们搬到舟山了", [("home", "舟山")]),
        ("我们又搬回青岛了，还住李村。", [("home", "青岛")]),
        ("我住的那个小区叫绿洲家园。", [("neighbourhood", "绿洲家园")]),
        ("我在海润水产上班。", [("employer", "海润水产")]),
        ("我在一家互联网公司做产品经理。", [("employer", "互联网公司"), ("occupation", "产品经理")]),
        ("我从海润水产辞职了", [("employer", "not 海润水产")]),
        ("我去年跳槽到字节了。", [("employer", "字节")]),
        ("我在北京上班。", [("work_location", "北京")]),
        ("我叫了外卖。", []),
        ("我是说明天。", []),
        ("我是颜控，也是路痴。", []),
        ("我是全职。", []),
        ("我姐姐是单身狗", []),
        ("你好，我是王平", [("name", "王平")]),
        ("我是做梦梦到的", []),
        ("我是教练带的", []),
        ("我是开车来的", []),
        ("我是来找老师的", []),
        ("我是开饭店的", [("occupation", "开饭店")]),
        ("我是做设计的", [("occupation", "设计")]),
        ("我住在3号楼2单元501室", []),
        ("我住在杭州西湖区三楼", [("home", "杭州西湖区")]),
        ("我住在一起。", []),
    ],
)
def test_who_somebody_is(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("我喜欢爬山、游泳和看电影。", [("likes", "爬山"), ("likes", "游泳"), ("likes", "看电影")]),
        ("我喜欢吃辣白菜", [("likes", "辣白菜")]),
        ("我超喜欢华为Mate60这款手机。", [("likes", "华为Mate60")]),
        ("我现在不喜欢夜跑了", [("likes", "not 夜跑")]),
        ("我特别讨厌下雨天。", [("likes", "not 下雨天")]),
        ("我最喜欢的电影是《肖申克的救赎》。", [("favourite_电影", "肖申克的救赎")]),
        ("我最喜欢的歌手不是周杰伦了。", [("favourite_歌手", "not 周杰伦")]),
        ("我最喜欢的歌手已经不再是周杰伦了。", [("favourite_歌手", "not 周杰伦")]),
        ("我不再喜欢咖啡了，改喝茶了。", [("likes", "not 咖啡"), ("drinks", "茶")]),
        ("我对虾过敏。", [("allergic_to", "虾")]),
        ("我对螃蟹和带鱼不过敏。", [("allergic_to", "not 螃蟹"), ("allergic_to", "not 带鱼")]),
        ("我不吃辣，也不喝咖啡。", [("eats", "not 辣"), ("drinks", "not 咖啡")]),
        ("我家有一只狗和两只猫。", [("has_pet", "一只狗"), ("has_pet", "两只猫")]),
        ("我没有车", [("owns", "not 车")]),
        ("我刚买了一辆特斯拉。", [("owns", "一辆特斯拉")]),
        ("我会说英语和法语，不会开车。", [("speaks", "英语"), ("speaks", "法语"), ("skill", "not 开车")]),
        ("我正在学西班牙语。", [("learning", "西班牙语")]),
        ("我有高血压。", [("medical_condition", "高血压")]),
        ("我爱你。", []),
        ("我爱死火锅了", [("likes", "火锅")]),
        ("我每天早上六点起床跑步", [("habit", "起床跑步")]),
        ("我同事Excel用得很好", []),
        ("我老板Peter很严格", [("manager", "Peter")]),
        ("我在Zalando做UX designer", [("employer", "Zalando"), ("occupation", "UX designer")]),
        ("我不drink coffee", [("drinks", "not coffee")]),
        ("My girlfriend is 小雨.", [("partner", "小雨")]),
        ("My wife's name is 美玲.", [("name", "美玲")]),
        ("I'm learning 中文.", [("learning", "中文")]),
        ("My favourite food is 麻婆豆腐.", [("favourite_food", "麻婆豆腐")]),
        ("I said 你好.", []),
        ("I live in Berlin. 现在在OpenAI上班", [("home", "Berlin"), ("employer", "OpenAI")]),
        ("My brother lives in Berlin. 现在在OpenAI上班", [("home", "Berlin")]),
        ("我喜欢上周那家店", []),
        ("我喜欢上网", [("likes", "上网")]),
        ("我喜欢上周杰伦了", [("likes", "周杰伦")]),
        ("你喜欢猫吗？", []),
    ],
)
def test_tastes_possessions_and_skills(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


def test_a_subject_carries_over_the_comma() -> None:
    assert slots("我姐叫周敏，住在西安。")[-1] == ("周敏", "home", "西安", True)
    assert slots("媳妇小琴，在社区医院当护士。") == [
        ("user", "partner", "小琴", True),
        ("小琴", "employer", "社区医院", True),
        ("小琴", "occupation", "护士", True),
    ]


def test_a_new_sentence_without_a_subject_is_not_about_the_last_third_person() -> None:
    assert slots("闺女朵朵上二年级。今年八岁。") == [
        ("user", "child", "朵朵", True),
        ("朵朵", "grade", "二年级", True),
    ]


def test_who_is_who_to_the_speaker() -> None:
    assert ("user", "works_with", "老贺", True) in slots("老贺是我同事，离婚了。")
    assert ("王宇轩", "age", "45", True) in slots("王宇轩是我的表哥，其年龄是45岁。")
    assert slots("我叔叔61岁了。") == [("用户的叔叔", "age", "61", True)]
    assert slots("我有个弟弟，叫小明。")[-1] == ("user", "sibling", "小明", True)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("辣白菜里含有虾酱。", ("辣白菜", "contains", "虾酱", True)),
        ("过敏药放在前台第二个抽屉里。", ("过敏药", "located_in", "前台第二个抽屉里", True)),
        ("豆腐是用大豆做的。", ("豆腐", "contains", "大豆", True)),
        ("订单服务属于电商平台。", ("订单服务", "part_of", "电商平台", True)),
        ("家长会定在下周三下午三点。", ("家长会", "date", "下周三下午三点", True)),
        ("我们把会议从周二改到周四了。", ("会议", "date", "周四", True)),
        ("设计前沿论坛的持续时间是三天。", ("设计前沿论坛", "duration", "三天", True)),
    ],
)
def test_things(content: str, expected: tuple[str, str, str, bool]) -> None:
    assert slots(content) == [expected]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("我打算下个月去日本", "下个月去日本"),
        ("我准备学游泳", "学游泳"),
        ("我下周三要去北京出差。", "去北京出差"),
        ("我将要参加设计前沿论坛。", "参加设计前沿论坛"),
    ],
)
def test_plans(content: str, value: str) -> None:
    (plan,) = found(content)
    assert (plan.mood, plan.claim.attribute, plan.claim.value) == ("plan", "plans", value)


def test_claims_are_said_in_the_language_of_their_source() -> None:
    assert found("我对虾过敏。")[0].claim.text == "用户对虾过敏"
    assert found("I'm allergic to shrimp.")[0].claim.text == "user is allergic to shrimp"

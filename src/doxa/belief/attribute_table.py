"""The attributes that doxa knows from the start; the registry reads them, callers add to them.

Each begins with its name, `one`, `many` or `bool` (yes and no), and its kind. Below it stand other names (`=`), names
of its denial (`!`) and what it is called in words (`:`).
"""

from __future__ import annotations

from typing import Final

TABLE: Final = """
name one profile
  = full_name first_name given_name called is_called
  : name, called
  : 名字, 姓名, 叫, 名叫
nickname one profile
  = nick goes_by
  : nickname, goes by
  : 昵称, 外号, 小名, 绰号
surname one profile
  = last_name family_name
  : surname, last name, family name
  : 姓, 姓氏
pronouns one profile
  : pronouns
  : 代词, 称谓
age one profile
  = years_old
  : age, how old, years old
  : 年龄, 几岁, 多大, 岁
birthday one profile
  = birth_date date_of_birth born_on dob
  : birthday, born on, date of birth
  : 生日, 出生日期
birth_year one profile
  = year_of_birth born_in_year
  : birth year
  : 出生年份, 哪年出生
birthplace one profile
  = born_in place_of_birth
  : birthplace, born in
  : 出生地
gender one profile
  = sex
  : gender, sex
  : 性别
nationality one profile
  = citizenship citizen_of
  : nationality, citizen
  : 国籍
ethnicity one profile
  : ethnicity
  : 民族
home one profile
  = lives_in lives_at resides_in residence location city city_of_residence living_in home_city
  = based_in moved_to
  : home, live, lives, living, based, city
  : 住, 住在, 居住, 居住地, 家在, 搬到
address one profile
  = home_address street_address
  : address, street
  : 地址, 住址
neighbourhood one profile
  = neighborhood residential_area
  : neighbourhood, neighborhood
  : 小区
country one profile
  = country_of_residence
  : country
  : 国家
hometown one profile
  = from comes_from origin native_place
  : hometown, come from, comes from
  : 家乡, 老家, 籍贯, 来自
employer one profile
  = works_at works_for company employed_by employed_at workplace
  : employer, company, work at, work for, works at
  : 公司, 雇主, 工作单位, 就职, 上班
occupation one profile
  = job job_title profession works_as position role career
  : job, occupation, profession, work as, do for a living
  : 职业, 工作, 岗位, 职位
work_location one profile
  = works_in work_city
  : work location
  : 工作地, 工作城市
department one profile
  : department
  : 部门
team one profile
  = works_on_team
  : team
  : 团队, 小组
manager one profile
  = boss reports_to supervisor
  : manager, boss, supervisor
  : 经理, 老板, 上司, 领导
salary one profile
  = income pay
  : salary, income
  : 工资, 薪水, 收入
industry one profile
  : industry
  : 行业
school one profile
  = studies_at university college attends
  : school, university, college, study at
  : 学校, 大学, 就读
grade one profile
  = school_year grade_level
  : grade, year of school
  : 年级
degree one profile
  = education education_level
  : degree, education
  : 学历, 学位
major one profile
  = field_of_study studies
  : major, field of study, studies
  : 专业
marital_status one profile
  = relationship_status civil_status
  : married, single, divorced, relationship status
  : 婚姻, 已婚, 单身, 离婚
partner one profile
  = spouse wife husband girlfriend boyfriend married_to fiance fiancee
  : partner, wife, husband, spouse, girlfriend, boyfriend
  : 伴侣, 妻子, 老婆, 丈夫, 老公, 爱人, 女朋友, 男朋友, 对象
mother one profile
  = mom mum
  : mother, mom, mum
  : 母亲, 妈妈
father one profile
  = dad
  : father, dad
  : 父亲, 爸爸
email one profile
  = email_address mail e_mail
  : email, e-mail, mail address
  : 邮箱, 电子邮件, 邮件地址
phone one profile
  = phone_number telephone mobile cell mobile_number
  : phone, telephone, mobile, number
  : 电话, 手机, 手机号, 电话号码
website one profile
  = homepage
  : website, homepage
  : 网站, 主页
username one profile
  = handle account_name login
  : username, handle
  : 用户名, 账号
timezone one profile
  = time_zone tz
  : time zone, timezone
  : 时区
native_language one profile
  = language_native mother_tongue first_language
  : native language, mother tongue
  : 母语
height one profile
  = body_height tall
  : height, how tall
  : 身高, 多高
weight one profile
  = body_weight weighs
  : weight, weigh, how heavy
  : 体重, 多重
blood_type one profile
  : blood type
  : 血型
eye_color one profile
  = eye_colour
  : eye color, eye colour
  : 眼睛颜色
hair_color one profile
  = hair_colour
  : hair color, hair colour
  : 发色, 头发颜色
shoe_size one profile
  : shoe size
  : 鞋码
clothing_size one profile
  = shirt_size
  : clothing size, shirt size
  : 衣服尺码
zodiac_sign one profile
  = zodiac star_sign
  : zodiac, star sign
  : 星座, 属相
religion one profile
  = faith
  : religion, faith
  : 宗教, 信仰
car one profile
  = drives vehicle
  : car, drive, drives, vehicle
  : 车, 开车
diet one profile
  = dietary_preference eating_style
  : diet, vegetarian, vegan
  : 饮食, 吃素, 素食
bedtime one profile
  = goes_to_bed_at sleep_time
  : bedtime, go to bed
  : 睡觉时间, 几点睡
wake_time one profile
  = wakes_up_at gets_up_at
  : wake up, get up
  : 起床, 几点起
mood one fact
  = feeling
  : mood, feeling
  : 心情, 感觉
communication_style one preference
  = tone_preference
  : communication style, tone
  : 沟通风格, 语气
detail_level one preference
  = verbosity response_length
  : detail, verbosity, length of answers
  : 详细程度
explanation_style one preference
  : explanation style
  : 讲解方式
learning_level one profile
  = skill_level proficiency
  : level, beginner, expert
  : 水平
editor one preference
  = code_editor ide
  : editor, IDE
  : 编辑器
browser one preference
  = web_browser
  : browser
  : 浏览器
operating_system one profile
  = os
  : operating system, OS
  : 操作系统
shell one preference
  : shell, terminal
  : 终端
theme one preference
  = color_theme colour_theme ui_theme
  : theme, dark mode, light mode
  : 主题, 深色模式
status one fact
  = state
  : status, state
  : 状态, 进度
priority one fact
  : priority
  : 优先级
date one fact
  = scheduled_for takes_place_on event_date
  : date, scheduled
  : 时间, 日期
venue one fact
  = takes_place_at event_location
  : venue
  : 地点
duration one fact
  = lasts
  : duration
  : 持续时间, 时长
deadline one fact
  = due_date due
  : deadline, due
  : 截止日期, 期限
start_date one fact
  = starts_on begins_on
  : start date, starts on
  : 开始日期
end_date one fact
  = ends_on
  : end date, ends on
  : 结束日期
version one fact
  : version
  : 版本
price one fact
  = cost costs
  : price, cost
  : 价格, 费用, 多少钱
budget one fact
  : budget
  : 预算
owner one fact
  = owned_by
  : owner
  : 负责人, 所有者
capital one knowledge
  = capital_city
  : capital
  : 首都
smokes bool profile
  = smoker is_smoker
  : smoke, smokes, smoker
  : 抽烟, 吸烟
drinks_alcohol bool profile
  : drink alcohol
  : 喝酒, 饮酒
has_drivers_license bool profile
  = can_drive driving_licence
  : driver's license, driving licence
  : 驾照
left_handed bool profile
  = is_left_handed
  : left-handed
  : 左撇子
retired bool profile
  = is_retired
  : retired
  : 退休
pregnant bool profile
  = is_pregnant
  : pregnant
  : 怀孕
likes many preference
  = loves enjoys adores is_fond_of fond_of interested_in interest hobby hobbies passionate_about
  = fan_of prefers preference
  ! dislikes hates detests loathes cannot_stand not_interested_in
  : like, love, enjoy, hobby, interest, fan of
  : 喜欢, 爱, 热爱, 爱好, 兴趣, 偏好
allergic_to many profile
  = allergy allergies has_allergy allergic
  : allergic, allergy
  : 过敏
intolerant_to many profile
  = intolerance
  : intolerant, intolerance
  : 不耐受
medical_condition many profile
  = has_condition suffers_from diagnosed_with disease illness
  : condition, diagnosed, suffer from
  : 疾病, 患有, 病
takes_medication many profile
  = medication takes_medicine
  : medication, medicine
  : 吃药, 服药, 药物
avoids many preference
  : avoid, avoids
  : 忌口, 避免
eats many fact
  : eat, eats
  : 吃
drinks many fact
  : drink, drinks
  : 喝
owns many fact
  = has possesses bought
  : own, owns, have, has
  : 有, 拥有
has_pet many profile
  = pet pets has_dog has_cat
  : pet, pets, dog, cat
  : 宠物, 养, 狗, 猫
speaks many profile
  = language languages speaks_language
  : speak, speaks, language
  : 会说, 说, 语言
plays many fact
  = plays_instrument plays_sport
  : play, plays
  : 玩, 弹, 打
skill many skill
  = skills good_at expert_in knows_how_to can able_to
  ! bad_at cannot unable_to
  : skill, good at, can, able
  : 技能, 擅长, 会
uses many fact
  = uses_tool tool using
  : use, uses, using
  : 用, 使用
works_with many fact
  = colleague coworker works_alongside
  : works with, colleague, coworker
  : 同事, 合作
works_on many fact
  = project projects working_on
  : working on, project
  : 项目, 在做
knows many fact
  = acquainted_with
  : know, knows
  : 认识, 知道
friend_of many profile
  = friend friends best_friend has_friend
  : friend, friends
  : 朋友
sibling many profile
  = brother sister siblings
  : brother, sister, sibling
  : 兄弟, 姐妹, 哥哥, 姐姐, 弟弟, 妹妹
child many profile
  = children son daughter has_child kid kids
  : child, children, son, daughter, kid
  : 孩子, 儿子, 女儿
parent many profile
  = parents
  : parent, parents
  : 父母
relative many profile
  = aunt uncle cousin grandmother grandfather grandparent
  : relative, aunt, uncle, cousin, grandmother, grandfather
  : 亲戚, 爷爷, 奶奶, 外公, 外婆, 叔叔, 阿姨
visited many event
  = traveled_to travelled_to been_to went_to visits
  : visit, visited, been to, went to, travelled
  : 去过, 去了, 到过, 旅行
attended many event
  : attend, attended
  : 参加
plans many intention
  = plans_to intends_to intends going_to
  : plan, plans, intend
  : 打算, 计划
wants many intention
  = wants_to wishes hopes_to
  : want, wants, wish, hope
  : 想, 想要, 希望
goal many intention
  = goals aims_to aim
  : goal, aim
  : 目标
learning many fact
  = learns studying_topic is_learning
  : learn, learning
  : 学, 学习
reads many fact
  = reading has_read
  : read, reading
  : 看书, 读
watches many fact
  = watching has_watched
  : watch, watching
  : 看
listens_to many fact
  : listen, listens
  : 听
exercises many fact
  = does_sport sport exercise
  : exercise, sport, workout
  : 运动, 锻炼, 健身
member_of many fact
  = belongs_to group membership
  : member of, belong to
  : 成员, 加入
values many value
  = believes_in principle cares_about
  : value, believe in, care about
  : 看重, 信念, 价值观
trait many trait
  = personality is_like character
  : personality, character
  : 性格, 个性
fears many trait
  = afraid_of scared_of phobia
  : afraid, fear, scared
  : 害怕, 怕
habit many trait
  = habits routine usually
  : habit, routine, usually
  : 习惯, 通常
domain many preference
  = domains topic topics
  : domain, topic
  : 领域, 话题
decided many decision
  = decision decisions chose
  : decide, decided, decision, chose
  : 决定, 选择
requires many fact
  = needs require dependency depends_on
  : need, require, depend
  : 需要, 依赖
contains many knowledge
  = ingredient has_ingredient includes made_of made_with
  : contain, contains, ingredient, made of
  : 含有, 包含, 成分
part_of many knowledge
  = component_of
  : part of
  : 属于, 一部分
located_in many knowledge
  : located in
  : 位于
related_to many fact
  = relates_to associated_with
  : related to
  : 相关
"""

SINGLE_PREFIXES: Final = ("favourite_", "current_", "default_", "primary_", "main_", "number_of_")
"""Whatever follows, an attribute named so holds one value at a time."""

FAVOURITE_TOPICS: Final = {
    topic: name
    for pair in """
        颜色=color 食物=food 吃的=food 菜=dish 水果=fruit 饮料=drink 电影=movie 书=book 歌=song 歌曲=song 音乐=music
        歌手=singer 乐队=band 演员=actor 作家=author 运动=sport 球队=team 动物=animal 季节=season 城市=city 国家=country
        游戏=game 餐厅=restaurant 编程语言=programming_language 语言=language 数字=number 科目=subject 节日=holiday
        花=flower 品牌=brand 地方=place colour=color flavour=flavor theatre=theater programme=program
    """.split()
    for topic, name in [pair.split("=")]
}
"""The topics of favourites that have another name in the registry: Chinese words and British spellings."""

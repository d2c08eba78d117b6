import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Recurrences in words", .bounded)
struct RecurrenceTextTests {
    private func words(_ rule: String, _ language: String) -> String {
        let localizer = Localizer(locale: Locale(identifier: language), tables: [.todoList, .coreModule])
        return localizer(TodoRecurrence(rule: rule).message)
    }

    @Test(
        "a recurrence is shown in both languages",
        arguments: [
            ("FREQ=DAILY", "every day", "каждый день"), ("FREQ=WEEKLY", "every week", "каждую неделю"),
            ("FREQ=DAILY;INTERVAL=2", "every 2 days", "каждые 2 дня"),
            ("FREQ=DAILY;INTERVAL=5", "every 5 days", "каждые 5 дней"),
            ("FREQ=DAILY;INTERVAL=21", "every 21 days", "каждый 21 день"),
            ("FREQ=WEEKLY;BYDAY=WE", "every Wednesday", "каждую среду"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every second Monday", "каждый второй понедельник"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "every second Sunday", "каждое второе воскресенье"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO", "every 2 weeks on Mon, Thu", "каждые 2 недели по пн, чт"),
            ("FREQ=WEEKLY;BYDAY=MO,TH", "every week on Mon, Thu", "каждую неделю по пн, чт"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "по будням"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day", "каждый месяц в последний день"),
            ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15", "каждый месяц 15-го числа"),
            ("FREQ=MONTHLY;BYDAY=1MO", "every month on the 1st Monday", "каждый месяц по первым понедельникам"),
            (
                "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "every 2 months on the last Friday",
                "каждые 2 месяца по последним пятницам"
            ),
            ("FREQ=MONTHLY;BYDAY=WE;BYSETPOS=3", "every month on the 3rd Wednesday", "каждый месяц по третьим средам"),
            (
                "FREQ=MONTHLY;BYDAY=1MO,3MO", "every month on the 1st Monday, 3rd Monday",
                "каждый месяц по первым понедельникам, третьим понедельникам"
            ),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last weekday",
                "каждый месяц в последний будний день"
            ),
            ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1", "every year on December 1", "каждый год 1 декабря"),
            (
                "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the 4th Thursday of November",
                "каждый год по четвёртым четвергам ноября"
            ),
            ("FREQ=YEARLY;BYDAY=-1FR", "every year, by its rule", "каждый год, по особому правилу"),
            ("FREQ=MONTHLY;BYDAY=-3FR", "every month, by its rule", "каждый месяц, по особому правилу"),
            (
                "FREQ=MONTHLY;BYDAY=-2MO", "every month on the second to last Monday",
                "каждый месяц по предпоследним понедельникам"
            ),
            ("FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1", "every year, by its rule", "каждый год, по особому правилу"),
            ("FREQ=YEARLY;INTERVAL=4", "every 4 years", "каждые 4 года"),
            ("FREQ=MINUTELY;INTERVAL=20", "several times an hour", "несколько раз в час"),
            ("FREQ=MINUTELY;INTERVAL=60", "every hour", "каждый час"),
            ("FREQ=MINUTELY;INTERVAL=120", "every 2 hours", "каждые 2 часа"),
            ("FREQ=MINUTELY;INTERVAL=90", "every 90 minutes", "каждые 90 минут"),
            ("FREQ=SECONDLY;INTERVAL=1800", "several times an hour", "несколько раз в час"),
            ("FREQ=SECONDLY;INTERVAL=10800", "every 3 hours", "каждые 3 часа"),
            ("FREQ=SECONDLY;INTERVAL=5000", "repeats", "повторяется"),
            ("FREQ=HOURLY", "every hour", "каждый час"), ("FREQ=HOURLY;INTERVAL=5", "every 5 hours", "каждые 5 часов"),
            ("FREQ=DAILY;COUNT=3", "every day, 3 times", "каждый день, 3 раза"),
            ("FREQ=FORTNIGHTLY", "repeats", "повторяется"),
        ])
    func shown(rule: String, english: String, russian: String) {
        #expect([words(rule, "en"), words(rule, "ru")] == [english, russian])
    }

    @Test(
        "what is shown of a recurrence is read when it is typed, in both languages",
        arguments: [
            "FREQ=DAILY", "FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20270505",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=1", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=15",
            "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15;UNTIL=20271231", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=21",
            "FREQ=YEARLY;INTERVAL=4;UNTIL=20400301", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3",
            "FREQ=MONTHLY;BYDAY=2MO", "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1SU;COUNT=5", "FREQ=MONTHLY;BYDAY=1MO,3WE",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20400301", "FREQ=YEARLY;INTERVAL=2;BYMONTH=11;BYDAY=4TH",
            "FREQ=YEARLY;BYMONTH=5;BYDAY=-1SA;COUNT=3", "FREQ=MONTHLY;BYDAY=-2MO", "FREQ=YEARLY;BYMONTH=5;BYDAY=-2SA",
            "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1",
        ])
    func shownIsTyped(rule: String) throws {
        let read = try ["en", "ru"].map { try TodoRecurrence(words(rule, $0)).parts }
        #expect(read == [RecurrenceRule(rule), RecurrenceRule(rule)])
    }

    @Test("the end of a recurrence is a day of the reader's language")
    func end() {
        #expect(words("FREQ=DAILY;UNTIL=20270505", "en") == "every day, until May 5, 2027")
        #expect(
            words("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20270505", "ru").hasPrefix(
                "каждый второй понедельник, до 5 мая 2027"))
    }

    @Test("a recurrence is typed in words, and is shown as it is typed")
    func typed() throws {
        let rules = [
            "daily": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "monthly": "FREQ=MONTHLY", "yearly": "FREQ=YEARLY",
            "every 2 weeks on mon,thu": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "every 3 days": "FREQ=DAILY;INTERVAL=3",
            "every week on wed until 2027-05-05": "FREQ=WEEKLY;UNTIL=20270505;BYDAY=WE",
            "every month on the last fri": "FREQ=MONTHLY;BYDAY=-1FR",
            "every month on the 1st mon, 3rd mon": "FREQ=MONTHLY;BYDAY=1MO,3MO",
            "FREQ=MONTHLY;BYDAY=-3FR": "FREQ=MONTHLY;BYDAY=-3FR",
            "every month on the second to last fri": "FREQ=MONTHLY;BYDAY=-2FR",
            "every year on the 4th thu of nov": "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11",
            "every year on dec 1": "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=12",
            "every 2 months on day 31 5 times": "FREQ=MONTHLY;COUNT=5;INTERVAL=2;BYMONTHDAY=31",
            "every month on days 1, 15": "FREQ=MONTHLY;BYMONTHDAY=1,15",
            "every month on the last day": "FREQ=MONTHLY;BYMONTHDAY=-1",
            "every month on the last weekday": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "every 3 days 5 times": "FREQ=DAILY;COUNT=5;INTERVAL=3",
        ]
        #expect(try rules.allSatisfy { try TodoRecurrence($0.key).rule == $0.value })
        #expect(try rules.keys.allSatisfy { try TodoRecurrence($0).typedText == $0 })
        #expect(try TodoRecurrence("Every second Monday").rule == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO")
        #expect(try TodoRecurrence("every other day").rule == "FREQ=DAILY;INTERVAL=2")
        let others = [
            "every weekday": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "по будням": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            "каждый день": "FREQ=DAILY", "Каждую неделю": "FREQ=WEEKLY", "каждый месяц": "FREQ=MONTHLY",
            "каждый год": "FREQ=YEARLY", "ежедневно": "FREQ=DAILY", "каждый понедельник": "FREQ=WEEKLY;BYDAY=MO",
            "каждое второе воскресенье": "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "каждые 2 недели": "FREQ=WEEKLY;INTERVAL=2",
            "каждые 2 недели по пн, чт": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "каждые 5 дней": "FREQ=DAILY;INTERVAL=5",
            "каждые 4 года": "FREQ=YEARLY;INTERVAL=4",
            "every month on the last fri": "FREQ=MONTHLY;BYDAY=-1FR",
            "every month on the 2nd mon": "FREQ=MONTHLY;BYDAY=2MO",
            "every month on first monday": "FREQ=MONTHLY;BYDAY=1MO", "every month on the last": "",
            "every week on the 2nd mon": "",
            "every year on dec 1": "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=12",
            "every year on 1 december": "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=12",
            "every year on the 4th thu in november": "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11", "every year on feb 30": "",
            "every year on the 2nd mon": "", "every month on december 1": "", "every month on the 6th mon": "",
            "every month on day 31": "FREQ=MONTHLY;BYMONTHDAY=31", "каждую неделю в пятницу": "FREQ=WEEKLY;BYDAY=FR",
            "каждый месяц в последнюю пятницу": "FREQ=MONTHLY;BYDAY=-1FR",
            "каждый месяц во второй пн": "FREQ=MONTHLY;BYDAY=2MO",
            "каждый месяц во 2-ю среду": "FREQ=MONTHLY;BYDAY=2WE",
            "каждый год 1 мая": "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=5",
            "каждый год в последнее воскресенье марта": "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
            "каждый месяц в первый будний день": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
            "каждую среду до 2027-05-05": "FREQ=WEEKLY;UNTIL=20270505;BYDAY=WE",
            "weekly on mon": "FREQ=WEEKLY;BYDAY=MO", "monthly on the 31st": "FREQ=MONTHLY;BYMONTHDAY=31",
            "every month on the 1st and 15th": "FREQ=MONTHLY;BYMONTHDAY=1,15", "monthly on the 32nd": "",
            "every week on mon and thu": "FREQ=WEEKLY;BYDAY=MO,TH",
            "yearly on dec 1": "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=12",
            "monthly on the last fri": "FREQ=MONTHLY;BYDAY=-1FR", "ежемесячно 31 числа": "FREQ=MONTHLY;BYMONTHDAY=31",
            "каждые две недели": "FREQ=WEEKLY;INTERVAL=2", "every two weeks": "FREQ=WEEKLY;INTERVAL=2",
            "еженедельно по пн и чт": "FREQ=WEEKLY;BYDAY=MO,TH", "каждые 3 дня 5 раз": "FREQ=DAILY;COUNT=5;INTERVAL=3",
            "каждые три дня пять раз": "FREQ=DAILY;COUNT=5;INTERVAL=3", "daily 3 times": "FREQ=DAILY;COUNT=3",
            "каждый месяц в предпоследнюю пятницу": "FREQ=MONTHLY;BYDAY=-2FR",
            "every month on the 2nd to last fri": "FREQ=MONTHLY;BYDAY=-2FR", "daily on mon": "",
            "every week until fri": "",
        ]
        for (text, rule) in others {
            let read = (try? TodoRecurrence(text))?.rule ?? ""
            #expect(read == rule, "\(text)")
        }
        // 21 November 2026 is a Saturday.
        let now = CalendarDay(ManualTime.start, in: .gmt).midnight
        for (text, end) in [
            ("every week until fri", "20261127"), ("daily until 1.12.", "20261201"), ("каждый день до пятницы", ""),
            ("каждую неделю до пт", "20261127"), ("daily until in 2 weeks", "20261205"), ("daily until 18:00", ""),
        ] {
            #expect((try? TodoRecurrence(text, now: now))?.parts?.until?.value ?? "" == end, "\(text)")
        }
        for (text, form) in [
            ("every week until soon", "every week until fri"), ("3 times", "every 3 days 5 times"),
            ("monthly on the 32nd", "monthly on the 31st"), ("often", "every 2 weeks on mon,thu"),
        ] {
            #expect("\(TodoError.invalidRecurrence(text).explanation)".contains(form))
        }
        for text in [
            "FREQ=DAILY;COUNT=0", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31",
        ] {
            #expect(throws: TodoError.emptyRecurrence(text)) { try TodoRecurrence(text) }
        }
        #expect(throws: Never.self) { try TodoRecurrence("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29") }
        for text in [
            "каждый", "каждый день по пн", "по", "on friday", "every weekdays", "", "often", "every", "every 0 days",
            "every day on mon", "every 2 weeks on", "every mo", "none",
            "daily daily", "FREQ=HOURLY",
        ] {
            #expect(throws: TodoError.invalidRecurrence(text)) { try TodoRecurrence(text) }
        }
    }

    @MainActor
    @Test("the editor sets, changes and removes a recurrence, and shows the task where it has moved")
    func editor() async throws {
        let time = ManualTime()
        let tree = FeatureTree()
        let dependencies = TodoListDependencies(
            todos: TaskList.inMemory(), clock: time.clock, identifiers: IdentifierGenerator.sequence(prefix: "t"))
        let graph = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        editor.text = "Take pills"
        editor.recurrenceText = "often"
        #expect(editor.problems[.recurrence] == .invalidRecurrence("often") && !editor.canSave)
        editor.recurrenceText = "daily"
        let saved = try #require(await editor.save(closes: false))
        let day = CalendarDay(time.now, in: .current)
        #expect(saved.deadline == .day(day) && editor.deadline == .day(day) && !editor.hasUnsavedChanges)
        editor.isCompleted = true
        _ = await editor.save(closes: false)
        #expect(editor.deadline == .day(CalendarDay(daysSince1970: day.daysSince1970 + 1)))
        #expect(!editor.isCompleted && !editor.hasUnsavedChanges)
        editor.recurrenceText = ""
        #expect(try #require(await editor.save(closes: false)).recurrence == nil)
    }
}

use super::*;
use osculate::Reason;

/// The answer to a small scene, which is a contact.
fn contact() -> Answer {
    let text = crate::toc::TWO_KNOTS.replace("34600", "600");
    let mut file =
        osculate_io::QueryFile::parse(&text, "scene".as_ref(), "".as_ref(), Default::default())
            .unwrap();
    let progress = &mut crate::progress::Progress::start();
    let method = crate::toc::Method::Auto;
    let shapes = crate::toc::Shapes::build(method, None, &mut file, 1, progress).unwrap();
    let mut workspace = osculate::Workspace::new();
    let outcome = shapes.answer(method, &file.queries[0], [0, 1], &mut workspace);
    assert!(matches!(outcome.verdict, Verdict::Contact(_)));
    Answer {
        query: 0,
        outcome,
        micros: 12.34,
    }
}

fn with_verdict(verdict: Verdict) -> Answer {
    let mut answer = contact();
    answer.outcome.verdict = verdict;
    answer
}

/// A view of so many characters in a line.
fn wide(width: usize) -> View {
    View {
        width,
        ..View::default()
    }
}

fn seconds() -> Seconds {
    Seconds {
        build: 0.5,
        queries: 0.25,
    }
}

#[test]
fn a_table_has_a_row_a_query() {
    let answers = [
        Verdict::Free,
        Verdict::overlapping(true),
        Verdict::Undecided {
            free_until: Some(0.5),
            reason: Reason::Budget,
        },
    ]
    .map(with_verdict);
    let table = table(&answers, Some(seconds()), wide(0));
    for part in [
        "overlapping (proven)",
        "> 0.500000",
        "undecided (budget)",
        "12.3",
    ] {
        assert!(table.contains(part), "{part} is missing in\n{table}");
    }
    let last =
        "3 queries: 1 free, 1 overlapping, 1 undecided; hierarchies 0.500 s, queries 0.250 s\n";
    assert!(table.ends_with(last), "{table}");
}

#[test]
fn a_table_fits_the_terminal_and_breaks_no_word() {
    let mut slow = contact();
    slow.micros = 1_234_567.8;
    slow.outcome.stats.volume_pairs = 9_876_543;
    let answers = [
        contact(),
        slow,
        with_verdict(Verdict::overlapping(false)),
        with_verdict(Verdict::Undecided {
            free_until: Some(0.5),
            reason: Reason::Resolution,
        }),
    ];
    for stats in [false, true] {
        let chosen: Vec<&Answer> = answers.iter().collect();
        let all = columns(&chosen, stats);
        let mut most_hidden = usize::MAX;
        for width in [1, 60, 80, 120, 200, 280, 0] {
            let shown = table(&answers, stats.then(seconds), wide(width));
            let rows = |text: &str| text.lines().filter(|line| line.starts_with('│')).count();
            let longest = shown
                .lines()
                .map(|line| line.chars().count())
                .max()
                .unwrap();
            assert!(width <= 1 || longest <= width, "{width}:\n{shown}");
            // The header of numbers may take two lines, an answer takes one.
            let header = shown
                .lines()
                .position(|line| line.starts_with('╞'))
                .unwrap();
            let body: Vec<&str> = shown.lines().skip(header).collect();
            assert_eq!(rows(&body.join("\n")), answers.len(), "{width}:\n{shown}");

            let below: Vec<&str> = shown
                .lines()
                .skip_while(|line| !line.starts_with('└'))
                .skip(1)
                .collect();
            let below = below.join(" ");
            let mut left_out: Vec<&str> = below
                .strip_prefix("Left out: ")
                .and_then(|rest| rest.split_once("; --json has them all "))
                .map_or(Vec::new(), |(names, _)| names.split(", ").collect());
            if left_out.pop_if(|name| *name == "counts of work").is_some() {
                left_out.extend(COUNTS);
            }
            assert!(left_out.len() <= most_hidden, "{width}:\n{shown}");
            most_hidden = left_out.len();
            let top: Vec<&str> = shown.lines().take(header).collect();
            let cells: Vec<&str> = top
                .iter()
                .chain(&body[..=answers.len()])
                .flat_map(|line| line.split(['│', '┆']))
                .map(str::trim)
                .collect();
            for column in &all {
                let is_shown = !left_out.contains(&column.name);
                let whole = column.header().lines().all(|part| cells.contains(&part))
                    && column
                        .cells
                        .iter()
                        .all(|cell| cells.contains(&cell.as_str()));
                if is_shown {
                    assert!(whole, "{width}, {}:\n{shown}", column.name);
                }
            }
            if width == 0 || width == 280 {
                assert!(left_out.is_empty(), "{width}:\n{shown}");
            } else if stats {
                assert!(left_out.contains(&"normal"), "{width}:\n{shown}");
            }
        }
    }
}

#[test]
fn features_and_supports_have_columns_where_there_are_some() {
    let meshes = [contact()];
    let shown = table(&meshes, Some(seconds()), wide(0));
    assert!(
        shown.contains("triangles") && !shown.contains("features") && !shown.contains("supports")
    );

    let mut solid = contact();
    solid.outcome.stats.supports = 1234;
    if let Verdict::Contact(contact) = &mut solid.outcome.verdict {
        contact.features = [Feature::Face([4, 5, 6]), Feature::Edge([0, 7])];
    }
    let answers = [contact(), solid];
    let shown = table(&answers, Some(seconds()), wide(0));
    for part in ["features", "face 4 5 6 and edge 0 7", "supports", "1,234"] {
        assert!(shown.contains(part), "{part} is missing in\n{shown}");
    }
    assert!(!shown.contains("triangles"), "{shown}");
    let narrow = table(&answers, Some(seconds()), wide(90));
    assert!(
        narrow.contains("Left out: point on a, normal, features, counts of work;"),
        "{narrow}"
    );
}

#[test]
fn the_bracket_is_shown_and_its_end_stays_longer_than_other_columns() {
    let contact = contact();
    let found = contact.outcome.verdict.contact().unwrap();
    let [lower, upper] = between(found);
    assert!(lower < upper, "{lower} {upper}");
    for width in [0, 80, 60] {
        let shown = table(std::slice::from_ref(&contact), None, wide(width));
        for part in [&lower, &upper, "time_upper"] {
            assert!(shown.contains(part), "{part} is missing in\n{shown}");
        }
    }
}

/// So many answers; contacts but for every third.
fn many(count: usize) -> Vec<Answer> {
    let one = contact();
    let Verdict::Contact(contact) = one.outcome.verdict else {
        panic!("it is a contact");
    };
    let answer = |query: usize| {
        let mut outcome = one.outcome;
        outcome.verdict = match query % 3 {
            0 => Verdict::Free,
            _ => {
                let lower = query as f64 / 1e5;
                let mut contact = contact;
                (contact.lower, contact.upper) = (lower, lower + 1e-7);
                Verdict::Contact(contact)
            }
        };
        Answer {
            query,
            outcome,
            micros: 1.0,
        }
    };
    (0..count).map(answer).collect()
}

#[test]
fn of_many_rows_the_first_and_the_last_are_shown() {
    let answers = many(20_000);
    let rows = |text: &str| {
        let cells = text.lines().filter_map(|line| line.strip_prefix("│ "));
        let first = cells.filter_map(|line| line.split_whitespace().next());
        first.skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    for width in [0, 80] {
        let shown = table(&answers, None, wide(width));
        let mut expected: Vec<String> = (0..10).map(|query| query.to_string()).collect();
        expected.push("…".to_owned());
        expected.extend((19_990..20_000).map(|query| query.to_string()));
        assert_eq!(rows(&shown), expected);
        assert!(shown.lines().count() < 40, "{shown}");
        for part in [
            "19,980 rows are not shown; --all-rows shows them",
            "Contacts from time 1.000e-5 of query 1 to 0.199990 of query 19,999",
            "20,000 queries: 13,333 contact, 6,667 free",
        ] {
            assert!(shown.contains(part), "{part} is missing in\n{shown}");
        }
    }
    let all = View {
        all_rows: true,
        ..View::default()
    };
    let shown = table(&answers[..1000], None, all);
    assert_eq!(rows(&shown).len(), 1000);
    assert!(!shown.contains("not shown"), "{shown}");
    // Few rows are shown whole.
    let shown = table(&answers[..40], None, wide(0));
    assert_eq!(rows(&shown).len(), 40);
    assert!(wide(0).leaves_out(41) && !wide(0).leaves_out(40) && !all.leaves_out(41));
}

#[test]
fn an_outcome_has_a_colour_if_colours_are_wanted() {
    let answers = many(4);
    assert!(!table(&answers, None, wide(0)).contains('\x1b'));
    assert_eq!(Tint::Free.paint("free", true), "\x1b[32mfree\x1b[0m");
    assert_eq!(Tint::Free.paint("free", false), "free");
    let tints: Vec<Tint> = answers.iter().map(|it| tint(&it.outcome.verdict)).collect();
    assert_eq!(
        tints,
        [Tint::Free, Tint::Contact, Tint::Contact, Tint::Free]
    );
}

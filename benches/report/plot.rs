//! The plots, as SVG that can be read on light and on dark.

use std::error::Error;

use envelope_benchmarks::Figure;
use plotters::prelude::*;

use crate::{Build, Figures};

/// Stands for the color of text, which depends on the page: see [`adapted`].
const INK: RGBColor = RGBColor(1, 2, 3);

const COLORS: [RGBColor; 6] = [
    RGBColor(47, 129, 247),
    RGBColor(219, 109, 40),
    RGBColor(87, 171, 90),
    RGBColor(163, 113, 247),
    RGBColor(219, 97, 162),
    RGBColor(139, 148, 158),
];

/// Half of a page, so that the plots stand in two columns.
const WIDTH: u32 = 430;
const BAR: u32 = 14;

/// Reads one of the costs of a build.
type Read = fn(&Build) -> f64;

/// A row of bars.
struct Row {
    name: String,
    bars: Vec<Option<f64>>,
}

/// The name of each file, and what it contains.
pub(crate) fn all(figures: &Figures) -> Result<Vec<(&'static str, String)>, Box<dyn Error>> {
    Ok(vec![
        ("success.svg", success(figures)?),
        ("shapes.svg", shapes(figures)?),
        ("failure.svg", failure(figures)?),
        ("server.svg", server(figures)?),
        ("builds.svg", builds(figures)?),
        ("growth.svg", growth(&figures.builds)?),
    ])
}

fn ratio(figures: &[Figure], case: &str, candidate: &str) -> Option<f64> {
    let of_case = |figure: &&Figure| figure.case == case && figure.candidate == candidate;
    figures.iter().find(of_case).map(|figure| figure.ratio)
}

const DIALECTS: [&str; 4] = ["response-v2", "dotbot", "mcp", "code-scalpel"];

fn success(figures: &Figures) -> Result<String, Box<dyn Error>> {
    let rows = [("1 record", 1), ("1,000 records", 1_000)].map(|(name, count)| Row {
        name: name.to_owned(),
        bars: DIALECTS
            .map(|dialect| {
                ratio(&figures.runtime, &format!("{dialect}, {count} ASCII records"), "tool")
            })
            .to_vec(),
    });
    bars("A success, as a multiple of the same by hand", &DIALECTS, &rows)
}

fn shapes(figures: &Figures) -> Result<String, Box<dyn Error>> {
    let shapes = ["ASCII", "Unicode", "text", "number", "tree", "escape"];
    let rows = shapes.map(|shape| Row {
        name: format!("{shape}s").replace("ASCIIs", "ASCII").replace("Unicodes", "Unicode"),
        bars: DIALECTS
            .map(|dialect| {
                ratio(&figures.runtime, &format!("{dialect}, 1000 {shape} records"), "tool")
            })
            .to_vec(),
    });
    bars("1,000 records of each shape, as a multiple of the same by hand", &DIALECTS, &rows)
}

fn failure(figures: &Figures) -> Result<String, Box<dyn Error>> {
    let rows = ["enum", "ToolFailure"].map(|error| Row {
        name: error.to_owned(),
        bars: DIALECTS
            .map(|dialect| {
                ratio(&figures.runtime, &format!("{dialect}, {error}, 1 detail"), "tool")
            })
            .to_vec(),
    });
    bars("A failure, as a multiple of the same by hand", &DIALECTS, &rows)
}

fn server(figures: &Figures) -> Result<String, Box<dyn Error>> {
    let names = ["mcp", "response-v2", "mcp, result", "response-v2, result"];
    let candidates = ["mcp envelope", "response-v2 envelope", "mcp result", "response-v2 result"];
    let cases = [
        ("1 record", "memory, 1 records"),
        ("1,000 records", "memory, 1000 records"),
        ("1,000, HTTP", "http, 1000 records"),
    ];
    let rows = cases.map(|(name, case)| Row {
        name: name.to_owned(),
        bars: candidates.map(|candidate| ratio(&figures.server, case, candidate)).to_vec(),
    });
    bars("A call under the MCP SDK, as a multiple of its Json<T>", &names, &rows)
}

fn builds(figures: &Figures) -> Result<String, Box<dyn Error>> {
    let names = ["tool", "plain function", "#[instrument]", "#[tool] of the SDK"];
    let cost = |candidate: &str| {
        figures.builds.iter().find(|build| {
            build.case == "shared types" && build.candidate == candidate && build.tools == 500
        })
    };
    let costs: [(&str, Read); 3] = [
        ("check", |build| build.check),
        ("release build", |build| build.release),
        #[allow(clippy::cast_precision_loss, reason = "a plot has less precision")]
        ("size", |build| build.size as f64),
    ];
    let rows = costs.map(|(name, read)| {
        let by_hand = cost("by hand").map(read);
        let bar = |candidate| Some(read(cost(candidate)?) / by_hand?);
        Row { name: name.to_owned(), bars: names.map(bar).to_vec() }
    });
    bars("A crate of 500 tools, as a multiple of the same by hand", &names, &rows)
}

/// Rows of horizontal bars, with a line at 1.
fn bars(title: &str, names: &[&str], rows: &[Row]) -> Result<String, Box<dyn Error>> {
    let longest = rows.iter().flat_map(|row| &row.bars).flatten().copied().fold(1.0, f64::max);
    let group = u32::try_from(names.len())? * BAR + 16;
    let height = 64 + group * u32::try_from(rows.len())?;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let (left, right) = (110, i32::try_from(WIDTH)? - 50);
        let text = |size: u32| ("sans-serif", size).into_font().color(&INK);
        area.draw_text(title, &text(17), (12, 8))?;
        let mut at = 12;
        for (name, color) in names.iter().zip(COLORS) {
            area.draw(&Rectangle::new([(at, 36), (at + 10, 46)], color.filled()))?;
            area.draw_text(name, &text(13), (at + 14, 35))?;
            at += 28 + i32::try_from(name.len())? * 6;
        }
        #[allow(clippy::cast_possible_truncation, reason = "it is a place on the page")]
        let place = |ratio: f64| left + (ratio / longest * f64::from(right - left)) as i32;
        for (index, row) in rows.iter().enumerate() {
            let top = 64 + i32::try_from(group)? * i32::try_from(index)?;
            area.draw_text(&row.name, &text(13), (12, top + 1))?;
            for (index, (bar, color)) in row.bars.iter().zip(COLORS).enumerate() {
                let Some(ratio) = bar else { continue };
                let top = top + i32::try_from(BAR)? * i32::try_from(index)?;
                let bottom = top + i32::try_from(BAR)? - 3;
                area.draw(&Rectangle::new([(left, top), (place(*ratio), bottom)], color.filled()))?;
                area.draw_text(&format!("{ratio:.2}"), &text(13), (place(*ratio) + 5, top))?;
            }
        }
        let line = [(place(1.0), 58), (place(1.0), i32::try_from(height)? - 8)];
        area.draw(&PathElement::new(line.to_vec(), INK.stroke_width(1)))?;
        area.present()?;
    }
    Ok(adapted(&svg))
}

/// The processor time of a release build, by the number of tools.
fn growth(builds: &[Build]) -> Result<String, Box<dyn Error>> {
    let names = ["by hand", "tool", "plain function", "#[instrument]", "#[tool] of the SDK"];
    let points = |name: &str| -> Vec<(f64, f64)> {
        let of_name =
            builds.iter().filter(|build| build.case == "shared types" && build.candidate == name);
        #[allow(clippy::cast_precision_loss, reason = "a plot has less precision")]
        let points = of_name.map(|build| (build.tools as f64, build.release));
        points.collect()
    };
    let highest = names.iter().flat_map(|name| points(name)).map(|(_, y)| y).fold(1.0, f64::max);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (2 * WIDTH, 420)).into_drawing_area();
        let text = |size: u32| ("sans-serif", size).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&area)
            .caption(
                "Processor time of a release build, in seconds, by the number of tools",
                text(19),
            )
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(52)
            .build_cartesian_2d(0.0..1_050.0, 0.0..highest * 1.1)?;
        chart
            .configure_mesh()
            .axis_style(INK)
            .bold_line_style(INK.mix(0.15))
            .light_line_style(INK.mix(0.0))
            .label_style(text(13))
            .draw()?;
        for (name, color) in names.into_iter().zip(COLORS) {
            let points = points(name);
            chart
                .draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?
                .label(name)
                .legend(move |(x, y)| {
                    Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled())
                });
            chart.draw_series(
                points.into_iter().map(|point| Circle::new(point, 3, color.filled())),
            )?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(text(13))
            .draw()?;
        area.present()?;
    }
    Ok(adapted(&svg))
}

/// The text in the color that the reader's page asks for.
fn adapted(svg: &str) -> String {
    const STYLE: &str = "<style>:root{--ink:#1f2328}@media(prefers-color-scheme:dark){:root{--ink:#e6edf3}}</style>";

    let svg = svg.replace("\"#010203\"", "\"var(--ink)\"");
    match svg.split_once(">\n") {
        Some((head, rest)) => format!("{head}>\n{STYLE}\n{rest}"),
        None => svg,
    }
}

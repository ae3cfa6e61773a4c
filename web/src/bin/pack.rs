//! Packs the page into one file: `pack sources` prints the checksum of everything that goes into it, and
//! `pack MODULE COMPILER OUT` writes the file with the module that this compiler has made.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value, json};

const PAGE: &str = "crates/page/src/client";
const WEB: &str = "web/page";
/// The most bytes of the page.
const MOST: usize = 1_650_000;

/// What the page may do: run what is in the file, and load nothing.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
                      worker-src blob:; style-src 'unsafe-inline'; img-src data:";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [word] if word == "sources" => println!("{}", sources()?),
        [module, compiler, out] => {
            let page = page(&fs::read(module)?, compiler)?;
            ensure!(page.len() <= MOST, "the page has {} bytes", page.len());
            fs::write(out, page).with_context(|| out.clone())?;
        }
        _ => bail!("pack sources, or pack MODULE COMPILER OUT"),
    }
    Ok(())
}

fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = path.as_ref();
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The checksum of the names and contents of all sources.
fn sources() -> Result<String> {
    let mut files: Vec<PathBuf> = ["Cargo.lock", "Cargo.toml", "src/licences.txt"]
        .map(PathBuf::from)
        .into();
    for folder in [
        "crates/games",
        "crates/learn",
        "crates/matchboxes",
        "crates/measure",
        "crates/page",
        "crates/search",
        "crates/session",
        "crates/store",
        "web",
    ] {
        list(Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut sum = crc32fast::Hasher::new();
    for path in files {
        let bytes = fs::read(&path)?;
        let name = path.to_string_lossy().replace('\\', "/");
        sum.update(format!("{name}\n{}\n", bytes.len()).as_bytes());
        sum.update(&bytes);
    }
    Ok(format!("{:08x}", sum.finalize()))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The scripts of the page as one, each after those it imports, without their remarks.
#[derive(Default)]
struct Script {
    text: String,
    done: Vec<String>,
    declared: Vec<String>,
}

impl Script {
    fn add(&mut self, name: &str) -> Result<()> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        self.done.push(name.to_owned());
        let own = Path::new(WEB).join(name);
        let folder = if own.exists() { WEB } else { PAGE };
        let text = read(Path::new(folder).join(name))?;
        let mut own = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut import = line.to_owned();
                while !import.ends_with(';') {
                    import += lines.next().context("an import without an end")?;
                }
                ensure!(!import.contains(" as "), "{name}: {import}: no other names");
                let from = import.split('"').nth(1).context("an import from nowhere")?;
                self.add(from.trim_start_matches("./"))?;
            } else if line != "\"use strict\";" && !line.trim_start().starts_with("//") {
                let line = line.strip_prefix("export ").unwrap_or(line);
                if let Some(declared) = declared(line) {
                    let is_new = !self.declared.iter().any(|name| name == declared);
                    ensure!(is_new, "{name}: {declared} is declared in another file too");
                    self.declared.push(declared.to_owned());
                }
                own += line;
                own.push('\n');
            }
        }
        self.text += &own;
        Ok(())
    }
}

/// The name that a line declares at the top of a file.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let kinds = ["const ", "let ", "function ", "class "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .next()
}

/// An element whose text is kept as it is.
fn element(open: &str, text: &str) -> Result<String> {
    ensure!(!text.contains("</"), "an end tag in {open}");
    let (close, _) = open.split_once(' ').unwrap_or((open, ""));
    Ok(format!("<{open}>{text}</{close}>"))
}

/// Bytes as text: compressed as a browser can expand them, then each four bytes as five letters.
fn packed(bytes: &[u8]) -> Result<String> {
    let mut zlib = Vec::new();
    let options = zopfli::Options::default();
    zopfli::compress(options, zopfli::Format::Zlib, bytes, &mut zlib)?;
    Ok(zlib.chunks(4).map(five).collect())
}

/// Up to four bytes as a number to the base of 85, with a letter more than bytes. The letters are those of ASCII
/// from `(` on, but `}` in place of `<`, so that no text looks like a tag.
fn five(bytes: &[u8]) -> String {
    let mut four = [0; 4];
    four[..bytes.len()].copy_from_slice(bytes);
    let number = u32::from_be_bytes(four);
    let letter = |power: u32| match b'(' + (number / 85_u32.pow(power) % 85) as u8 {
        b'<' => '}',
        letter => char::from(letter),
    };
    (0..5).rev().map(letter).take(bytes.len() + 1).collect()
}

/// The licences of what is in the page: its crates are among those of the program.
fn licences() -> Result<String> {
    let files = ["LICENSE-MIT", "LICENSE-APACHE", "src/licences.txt"];
    let texts: Result<Vec<String>> = files.into_iter().map(read).collect();
    Ok(texts?.join("\n\n"))
}

fn page(module: &[u8], compiler: &str) -> Result<String> {
    let mut script = Script::default();
    script.add("page.js")?;
    let mut words: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for (language, folder) in [("en", PAGE), ("en", WEB), ("ja", PAGE), ("ja", WEB)] {
        let own = read(Path::new(folder).join(format!("{language}.json")))?;
        let own: Map<_, _> = serde_json::from_str(&own)?;
        words.entry(language).or_default().extend(own);
    }
    let css = read(Path::new(PAGE).join("page.css"))?;
    let plain = |id: &str| format!(r#"script id="{id}" type="text/plain""#);
    let data = [
        element(
            r#"script id="words" type="application/json""#,
            &json!(words).to_string(),
        )?,
        element(&plain("worker"), &read(Path::new(WEB).join("worker.js"))?)?,
        element(&plain("program"), &packed(module)?)?,
        element(&plain("licences-packed"), &packed(licences()?.as_bytes())?)?,
        element(r#"script type="module""#, &script.text)?,
    ];
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"menace-sources\" content=\"{}\">\n\
         <meta name=\"menace-compiler\" content=\"{compiler}\">\n{}",
        sources()?,
        element("style", &css)?
    );
    let mut page = read(Path::new(PAGE).join("index.html"))?;
    for (old, new) in [
        (r#"<link rel="stylesheet" href="page.css">"#, head),
        (
            "<script type=\"module\" src=\"page.js\"></script>\n",
            String::new(),
        ),
        ("</body>", format!("{}\n</body>", data.join("\n"))),
    ] {
        ensure!(
            page.matches(old).count() == 1,
            "{old}: not once in the page"
        );
        page = page.replace(old, &new);
    }
    Ok(page)
}

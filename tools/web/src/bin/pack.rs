//! Packs the page into one file: `pack sources` prints the checksum of everything that goes into it, and
//! `pack MODULE COMPILER OUT` writes the file with the module that this compiler has made.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use matchboxes_page::WholeDocument;

const WEB: &str = "tools/web/page";
/// The most bytes of the page.
const MOST: usize = 1_700_000;

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
        "crates/exchange",
        "crates/games",
        "crates/learn",
        "crates/matchboxes",
        "crates/measure",
        "crates/page",
        "crates/pictures",
        "crates/search",
        "crates/session",
        "crates/store",
        "tools/web",
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

/// Which page it is, and the licences of what is in it: its crates are among those of the program.
fn licences() -> Result<String> {
    let mut texts = vec![format!(
        "menace {}, made from the sources {}",
        env!("CARGO_PKG_VERSION"),
        sources()?
    )];
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "src/licences.txt"] {
        texts.push(read(file)?);
    }
    Ok(texts.join("\n\n"))
}

fn page(module: &[u8], compiler: &str) -> Result<String> {
    let own = |name: &str| read(Path::new(WEB).join(name));
    let texts = [
        ("worker", own("worker.js")?),
        ("program", packed(module)?),
        ("licences-packed", packed(licences()?.as_bytes())?),
    ];
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"menace-sources\" content=\"{}\">\n\
         <meta name=\"menace-compiler\" content=\"{compiler}\">\n",
        sources()?,
    );
    let document = WholeDocument {
        transport: &own("transport.js")?,
        words: [&own("en.json")?, &own("ja.json")?],
        head: &head,
        texts: &texts.each_ref().map(|(id, text)| (*id, text.as_str())),
    };
    document.html().map_err(anyhow::Error::msg)
}

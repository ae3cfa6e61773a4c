//! The page as one document, with its scripts, style and words inside.

use serde_json::{Map, Value};

use crate::client::client_file;

/// What a document has besides the page: the script that carries its requests, and what that script needs.
#[derive(Clone, Copy, Debug)]
pub struct WholeDocument<'a> {
    /// The script in place of `transport.js`, which exports the same names.
    pub transport: &'a str,
    /// Words of its own in English and Japanese, as JSON.
    pub words: [&'a str; 2],
    /// What is added to the head.
    pub head: &'a str,
    /// Texts for the transport: the identifier of the element and the text.
    pub texts: &'a [(&'a str, &'a str)],
}

impl WholeDocument<'_> {
    /// The document.
    ///
    /// # Errors
    ///
    /// What of the sources cannot be put together.
    pub fn html(&self) -> Result<String, String> {
        let mut script = WholeScript {
            transport: self.transport,
            ..WholeScript::default()
        };
        script.add("page.js")?;
        let mut words = Map::new();
        for (language, own) in ["en", "ja"].into_iter().zip(self.words) {
            let mut all = object(source(&format!("{language}.json"))?)?;
            all.extend(object(own)?);
            words.insert(language.to_owned(), Value::Object(all));
        }
        let words = Value::Object(words).to_string();
        let mut data = vec![element(
            r#"script id="words" type="application/json""#,
            &words,
        )?];
        for (id, text) in self.texts {
            data.push(element(
                &format!(r#"script id="{id}" type="text/plain""#),
                text,
            )?);
        }
        data.push(element(r#"script type="module""#, &script.text)?);
        let style = element("style", source("page.css")?)?;
        let mut page = source("index.html")?.to_owned();
        for (old, new) in [
            (
                r#"<link rel="stylesheet" href="page.css">"#,
                format!("{}{style}", self.head),
            ),
            (
                "<script type=\"module\" src=\"page.js\"></script>\n",
                String::new(),
            ),
            ("</body>", format!("{}\n</body>", data.join("\n"))),
        ] {
            if page.matches(old).count() != 1 {
                return Err(format!("{old}: not once in the page"));
            }
            page = page.replace(old, &new);
        }
        Ok(page)
    }
}

fn source(name: &str) -> Result<&'static str, String> {
    let path = if name == "index.html" {
        "/".to_owned()
    } else {
        format!("/{name}")
    };
    let file = client_file(&path).ok_or_else(|| format!("there is no {name}"))?;
    Ok(file.text)
}

fn object(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// An element whose text is kept as it is.
fn element(open: &str, text: &str) -> Result<String, String> {
    if text.contains("</") {
        return Err(format!("an end tag in {open}"));
    }
    let (close, _) = open.split_once(' ').unwrap_or((open, ""));
    Ok(format!("<{open}>{text}</{close}>"))
}

/// The scripts of the page as one, each after the scripts it imports, without their remarks and indents.
#[derive(Default)]
struct WholeScript<'a> {
    transport: &'a str,
    text: String,
    done: Vec<String>,
    declared: Vec<String>,
}

impl WholeScript<'_> {
    fn add(&mut self, name: &str) -> Result<(), String> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        self.done.push(name.to_owned());
        let text = if name == "transport.js" {
            self.transport
        } else {
            source(name)?
        };
        let mut own = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            // What the page loads later is there from the start too.
            if line.starts_with("import ") || line.contains("await import(") {
                let mut import = line.to_owned();
                while !import.ends_with(';') {
                    import += lines.next().ok_or("an import without an end")?;
                }
                if import.contains(" as ") {
                    return Err(format!("{name}: {import}: no other names"));
                }
                let from = import.split('"').nth(1).ok_or("an import from nowhere")?;
                self.add(from.trim_start_matches("./"))?;
            } else if line != "\"use strict\";" && !line.trim_start().starts_with("//") {
                let line = line.strip_prefix("export ").unwrap_or(line);
                if let Some(declared) = declared(line) {
                    if self.declared.iter().any(|name| name == declared) {
                        return Err(format!(
                            "{name}: {declared} is declared in another file too"
                        ));
                    }
                    self.declared.push(declared.to_owned());
                }
                own += line.trim_start();
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

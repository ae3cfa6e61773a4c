//! What a browser loads: the page, its style, its scripts and its words, compiled into the program.

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";

/// A file that a browser loads.
#[derive(Clone, Copy, Debug)]
pub struct ClientFile {
    /// Its name: `play.js`.
    pub name: &'static str,
    /// Its content type, as HTTP names it.
    pub content_type: &'static str,
    /// Its content.
    pub text: &'static str,
}

macro_rules! file {
    ($name:literal, $content_type:expr) => {
        ClientFile {
            name: $name,
            content_type: $content_type,
            text: include_str!(concat!("client/", $name)),
        }
    };
}

/// All files that a browser loads, the page itself first.
const FILES: [ClientFile; 19] = [
    file!("index.html", HTML),
    file!("page.css", CSS),
    file!("page.js", JS),
    file!("base.js", JS),
    file!("transport.js", JS),
    file!("board.js", JS),
    file!("play.js", JS),
    file!("training.js", JS),
    file!("boxes.js", JS),
    file!("settings.js", JS),
    file!("cups.js", JS),
    file!("guess.js", JS),
    file!("mine.js", JS),
    file!("path.js", JS),
    file!("watch.js", JS),
    file!("ways.js", JS),
    file!("companion.js", JS),
    file!("en.json", JSON),
    file!("ja.json", JSON),
];

/// The file at this path of the address, if there is one; that of the page itself is `/`.
pub fn client_file(path: &str) -> Option<&'static ClientFile> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    FILES.iter().find(|file| file.name == name)
}

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
const FILES: [ClientFile; 20] = [
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
    file!("group.js", JS),
    file!("en.json", JSON),
    file!("ja.json", JSON),
];

/// The files of a class: the page on which a group joins, the wall and the page of the teacher, with what they load.
#[cfg(not(target_family = "wasm"))]
const CLASS_FILES: [ClientFile; 10] = [
    file!("class/join.html", HTML),
    file!("class/join.js", JS),
    file!("class/wall.html", HTML),
    file!("class/wall.js", JS),
    file!("class/teacher.html", HTML),
    file!("class/teacher.js", JS),
    file!("class/class.css", CSS),
    file!("class/class.js", JS),
    file!("class/en.json", JSON),
    file!("class/ja.json", JSON),
];

/// The file of a class at this path of the address, if there is one; pages have no ending there.
#[cfg(not(target_family = "wasm"))]
pub fn class_file(path: &str) -> Option<&'static ClientFile> {
    let name = match path {
        "/wall" => "class/wall.html",
        "/teacher" => "class/teacher.html",
        path if path == "/j" || path.starts_with("/j/") => "class/join.html",
        path => path.strip_prefix('/')?,
    };
    CLASS_FILES.iter().find(|file| file.name == name)
}

/// The file at this path of the address, if there is one; that of the page itself is `/`.
pub fn client_file(path: &str) -> Option<&'static ClientFile> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    FILES.iter().find(|file| file.name == name)
}

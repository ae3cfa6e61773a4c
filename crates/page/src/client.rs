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
const FILES: [ClientFile; 26] = [
    file!("index.html", HTML),
    file!("page.css", CSS),
    file!("page.js", JS),
    file!("base.js", JS),
    file!("transport.js", JS),
    file!("board.js", JS),
    file!("lists.js", JS),
    file!("play.js", JS),
    file!("saving.js", JS),
    file!("training.js", JS),
    file!("boxes.js", JS),
    file!("settings.js", JS),
    file!("cups.js", JS),
    file!("guess.js", JS),
    file!("mine.js", JS),
    file!("path.js", JS),
    file!("lessons.js", JS),
    file!("watch.js", JS),
    file!("ways.js", JS),
    file!("sheets.js", JS),
    file!("companion.js", JS),
    file!("turn.js", JS),
    file!("link.js", JS),
    file!("group.js", JS),
    file!("en.json", JSON),
    file!("ja.json", JSON),
];

/// The files of a class: the page on which a group joins, the wall and the page of the teacher, with what they load.
const CLASS_FILES: [ClientFile; 11] = [
    file!("class/join.html", HTML),
    file!("class/join.js", JS),
    file!("class/wall.html", HTML),
    file!("class/wall.js", JS),
    file!("class/teacher.html", HTML),
    file!("class/teacher.js", JS),
    file!("class/class.css", CSS),
    file!("class/class.js", JS),
    file!("class/pictures.js", JS),
    file!("class/en.json", JSON),
    file!("class/ja.json", JSON),
];

/// The file of a class at this path of the address, if there is one; pages have no ending there.
pub fn class_file(path: &str) -> Option<&'static ClientFile> {
    let name = match path {
        "/wall" => "class/wall.html",
        "/teacher" => "class/teacher.html",
        path if path == "/j" || path.starts_with("/j/") => "class/join.html",
        path => path.strip_prefix('/')?,
    };
    CLASS_FILES.iter().find(|file| file.name == name)
}

/// The file at this path of the address, if there is one; the path of the page itself is `/`.
pub fn client_file(path: &str) -> Option<&'static ClientFile> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    FILES.iter().find(|file| file.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A phone of a class loads the page on which it joins and then the board, without what is imported after the first
    /// screen, and thirty do so at once.
    #[test]
    fn the_page_of_a_phone_stays_small() {
        let late = ["en.json", "turn.js", "companion.js", "link.js"];
        let leads = ["wall.", "teacher.", "pictures.", "en.json"];
        let of_board = FILES.iter().filter(|file| !late.contains(&file.name));
        let joins = CLASS_FILES.iter().filter(|file| {
            let own = file.name.trim_start_matches("class/");
            !leads.iter().any(|other| own.starts_with(other))
        });
        let bytes: usize = of_board.chain(joins).map(|file| file.text.len()).sum();
        assert!((200_000..=260_000).contains(&bytes), "{bytes}");
    }

    /// The pages of a class are loaded in a school at once.
    #[test]
    fn the_files_of_a_class_stay_small_and_say_the_same_in_both_languages() {
        let bytes: usize = CLASS_FILES.iter().map(|file| file.text.len()).sum();
        assert!(bytes <= 48_000, "{bytes}");
        let keys = ["/class/en.json", "/class/ja.json"].map(|path| {
            let words: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(class_file(path).unwrap().text).unwrap();
            words.keys().cloned().collect::<Vec<_>>()
        });
        assert_eq!(keys[0], keys[1]);
        // Every text that a script or a page names exists; who leads has the words of the lessons too.
        let of_lessons = client_file("/en.json").unwrap().text;
        for file in CLASS_FILES {
            let named = file
                .text
                .split("data-t=\"")
                .skip(1)
                .chain(file.text.split(" t(\"").skip(1));
            // Some are put together.
            let whole = named
                .filter_map(|rest| rest.split('"').next())
                .filter(|key| !key.ends_with('.'));
            for key in whole {
                assert!(
                    keys[0].iter().any(|known| known == key)
                        || key.starts_with("path.") && of_lessons.contains(&format!("\"{key}\"")),
                    "{}: {key}",
                    file.name
                );
            }
        }
    }
}

//! The frame of all pages: head, foot and page number.

use super::paper::Printed;
use crate::draw::{Colour, Drawing, Ink, LengthUnit};

/// The margin on the left and right in millimetres.
pub(super) const MARGIN: f64 = 10.0;
/// Where the content begins, below the head.
pub(super) const TOP: f64 = 24.0;
const FOOT: f64 = 14.0;

/// The pages of one kind of sheet, while they are drawn.
pub(super) struct SheetFrame<'a> {
    pub(super) printed: &'a Printed<'a>,
    title: String,
    pages: Vec<Drawing>,
    /// How far down the last page is filled, in millimetres.
    pub(super) y: f64,
}

impl<'a> SheetFrame<'a> {
    pub(super) fn new(printed: &'a Printed<'a>, kind: &str) -> Self {
        Self {
            printed,
            title: printed.speech().say(&format!("title.{kind}")),
            pages: Vec::new(),
            // The first row begins the first page.
            y: f64::INFINITY,
        }
    }

    pub(super) fn right(&self) -> f64 {
        self.size().0 - MARGIN
    }

    pub(super) fn room(&self) -> f64 {
        self.size().0 - 2.0 * MARGIN
    }

    pub(super) fn bottom(&self) -> f64 {
        self.size().1 - FOOT
    }

    fn size(&self) -> (f64, f64) {
        self.printed.setting.paper.size()
    }

    pub(super) fn begin(&mut self) -> &mut Drawing {
        let mut page = Drawing::new(LengthUnit::Millimetre, self.size());
        let head = Ink::new(5.5).bold();
        page.text(&self.title, (MARGIN, 15.0), &head);
        let subject = self.printed.speech().subject(self.printed.kit);
        let ink = Ink::new(3.2).colour(Colour::GREY);
        page.fitted(&subject, (MARGIN, 20.5), self.room(), &ink);
        self.y = TOP;
        self.pages.push(page);
        self.last()
    }

    pub(super) fn pages(&self) -> usize {
        self.pages.len()
    }

    pub(super) fn last(&mut self) -> &mut Drawing {
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Begins a page unless this height is free on the last one.
    pub(super) fn ensure(&mut self, height: f64) {
        if self.y + height > self.bottom() {
            self.begin();
        }
    }

    /// A row of this height: its upper edge and its page, the last one or a new one.
    pub(super) fn row(&mut self, height: f64) -> (f64, &mut Drawing) {
        self.ensure(height);
        let y = self.y;
        self.y += height;
        (y, self.last())
    }

    pub(super) fn paragraph(&mut self, text: &str, ink: &Ink) {
        for line in ink.wrap(text, self.room()) {
            let (y, page) = self.row(ink.size * 1.5);
            page.text(line, (MARGIN, y + ink.size * 1.1), ink);
        }
    }

    /// Numbers the pages and returns them.
    pub(super) fn finish(mut self) -> Vec<Drawing> {
        let all = self.pages.len();
        let right = self.right();
        let y = self.size().1 - 7.0;
        let ink = Ink::new(2.6).colour(Colour::GREY);
        for (page, number) in self.pages.iter_mut().zip(1..) {
            page.text("menace print", (MARGIN, y), &ink);
            page.text(format!("{number} / {all}"), (right, y), &ink.ending());
        }
        self.pages
    }
}

//! What is kept of an operation of no table row, in attributes that no text can spell.

/// The name under which an operation of no table row keeps what stood in `<…>`; no text can spell it.
pub(crate) const PROPERTIES: &str = "<properties>";

/// The attribute that holds the template; no text can spell its name.
pub(crate) const ASSEMBLY: &str = "<assembly>";

/// What a control character in a template stands for. Each hole takes the next of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hole {
    Operand,
    Successor,
    /// A region whose first block has no label.
    Region,
    /// A region that begins with a label.
    LabelledRegion,
    /// An argument of the entry block of the next region.
    Argument,
}

impl Hole {
    const ALL: [(char, Hole); 5] = [
        ('\u{1}', Hole::Operand),
        ('\u{2}', Hole::Successor),
        ('\u{3}', Hole::Region),
        ('\u{4}', Hole::LabelledRegion),
        ('\u{5}', Hole::Argument),
    ];

    /// The hole that a character of a template marks.
    pub fn of(c: char) -> Option<Hole> {
        let found = Hole::ALL.iter().find(|(marker, _)| *marker == c);
        found.map(|(_, hole)| *hole)
    }

    pub fn marker(self) -> char {
        let found = Hole::ALL.iter().find(|(_, hole)| *hole == self);
        found.map_or(' ', |(marker, _)| *marker)
    }
}

//! `linalg.matmul` with maps, `linalg.contract` and `linalg.elementwise`, as the named operations of MLIR 19.

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::OpName;
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::declarative;
use crate::parse::parser::Parser;
use crate::parse::state::{Newer, Parsed};

/// Products by the dimensions that their operands and their result have: `m` and `n` those of the result, `k` the one that is
/// summed over, `b` a batch.
const PRODUCTS: &[([&str; 3], OpCode)] = &[
    (["mk", "kn", "mn"], OpCode::LinalgMatmul),
    (["km", "kn", "mn"], OpCode::LinalgMatmulTransposeA),
    (["mk", "nk", "mn"], OpCode::LinalgMatmulTransposeB),
    (["bmk", "bkn", "bmn"], OpCode::LinalgBatchMatmul),
    (["bkm", "bkn", "bmn"], OpCode::LinalgBatchMatmulTransposeA),
    (["bmk", "bnk", "bmn"], OpCode::LinalgBatchMatmulTransposeB),
    (["mk", "k", "m"], OpCode::LinalgMatvec),
    (["k", "kn", "n"], OpCode::LinalgVecmat),
    (["k", "k", ""], OpCode::LinalgDot),
];

/// Operations by the kind that `linalg.elementwise` has.
const KINDS: &[(&str, &str)] = &[
    ("max_signed", "linalg.max"),
    ("min_signed", "linalg.min"),
    ("unsigned_div", "linalg.div_unsigned"),
    ("div_unsigned", "linalg.div_unsigned"),
];

impl<'s> Parser<'s> {
    /// Whether `indexing_maps` stand behind the name.
    pub(super) fn has_maps(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        ahead.token() == Token::Word && ahead.text() == "indexing_maps"
    }

    /// `indexing_maps = […] ins(…) outs(…)`.
    pub(super) fn product(&mut self, name: &str) -> Parsed<Newer> {
        let mut op = self.state(OpName::Known(OpCode::LinalgMatmul), self.span());
        self.bump();
        self.expect_word("indexing_maps")?;
        self.expect(Token::Equal, "=")?;
        let at = self.span();
        let maps = self.attribute()?;
        let code = match &maps {
            Attribute::Array(maps) => {
                let maps = maps.iter().map(|map| map.as_affine_map().map(|map| &**map));
                let maps: Option<Vec<&AffineMap>> = maps.collect();
                maps.and_then(|maps| of_maps(&maps))
            }
            _ => None,
        };
        let Some(code) = code else {
            let message = format!("these maps make `{name}` none of the products of MLIR 19");
            let help = "expected those of a product of matrices or vectors, maybe with an operand transposed, or in batches; write others as `linalg.generic`";
            return Err(Box::new(Diagnostic::new(at, message).help(help)));
        };
        op.name = OpName::Known(code);
        declarative::read(self, code, &mut op)?;
        Ok(Newer::Op(op))
    }

    /// `kind=#linalg.elementwise_kind<exp> ins(…) outs(…)`.
    pub(super) fn elementwise(&mut self) -> Parsed<Newer> {
        let mut op = self.state(OpName::Known(OpCode::LinalgExp), self.span());
        self.bump();
        self.expect_word("kind")?;
        self.expect(Token::Equal, "=")?;
        let at = self.span();
        let kind = self.attribute()?.to_string();
        let kind = kind
            .strip_prefix("#linalg.elementwise_kind<")
            .and_then(|kind| kind.strip_suffix('>'));
        let kind = kind.unwrap_or_default();
        let name = KINDS
            .iter()
            .find(|(known, _)| *known == kind)
            .map(|(_, name)| name.to_string());
        let code = OpCode::from_name(&name.unwrap_or_else(|| format!("linalg.{kind}")));
        let is_elementwise =
            |code: &OpCode| crate::linalg::definition(*code).is_some_and(|d| d.operands.len() <= 4);
        let Some(code) = code.filter(is_elementwise) else {
            return Err(self.error(at, format!("`{kind}` is no elementwise operation of MLIR 19")));
        };
        if self.is_word("indexing_maps") {
            let message = "`linalg.elementwise` with maps has no counterpart in MLIR 19";
            return Err(Box::new(
                Diagnostic::new(self.span(), message).help("write it as `linalg.generic`"),
            ));
        }
        op.name = OpName::Known(code);
        declarative::read(self, code, &mut op)?;
        Ok(Newer::Op(op))
    }
}

/// The product whose maps these are but for the order of the dimensions.
fn of_maps(maps: &[&AffineMap]) -> Option<OpCode> {
    let dims = |map: &&AffineMap| -> Option<Vec<u32>> {
        let dim = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(d) => Some(*d),
            _ => None,
        };
        map.results.iter().map(dim).collect()
    };
    let maps: Vec<Vec<u32>> = maps.iter().map(dims).collect::<Option<_>>()?;
    let [a, b, c] = &maps[..] else {
        return None;
    };
    let fits = |letters: &[&str; 3]| {
        let mut named: Vec<(u8, u32)> = Vec::new();
        letters.iter().zip([a, b, c]).all(|(letters, dims)| {
            letters.len() == dims.len()
                && letters.bytes().zip(dims).all(|(letter, &dim)| {
                    let known = named.iter().find(|(l, d)| *l == letter || *d == dim);
                    match known {
                        Some(&known) => known == (letter, dim),
                        None => {
                            named.push((letter, dim));
                            true
                        }
                    }
                })
        })
    };
    PRODUCTS
        .iter()
        .find(|(letters, _)| fits(letters))
        .map(|(_, code)| *code)
}

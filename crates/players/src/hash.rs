//! Words that depend on a position: quick, and the same on every machine.

use tilewright_core::{Game, Topology};

/// Odd, with bits everywhere: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A word that depends on the values on the board alone: what the random player draws from. Quicker than
/// [`Position::hash`](tilewright_core::Position::hash), and independent of how a game stores its states.
#[inline]
pub(crate) fn position_word<G: Game>(game: &G, state: &G::State) -> u64 {
    let mut values = [0; Topology::MAX_CELLS];
    let cells = game.topology().len();
    game.values(state, &mut values[..cells]);
    let pairs = values[..cells.next_multiple_of(2)].chunks_exact(2);
    let hash = pairs.fold(cells as u64, |hash, pair| {
        (hash.rotate_left(23) ^ (u64::from(pair[0]) | u64::from(pair[1]) << 32)).wrapping_mul(MULTIPLIER)
    });
    mix(hash)
}

/// Spreads all bits over all bits (the finaliser of SplitMix64).
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Action, Dice1, ticket};
    use tilewright_games::Preset;

    /// A recorded word, so that a change is noticed: the random player's games depend on it.
    #[test]
    fn position_word_of_a_recorded_position_stays_the_same() {
        let game = Preset::find("classic-2048").unwrap().variant.compile().unwrap();
        let state = game.start(&mut Dice1::new(1), &mut ()).unwrap();
        assert_eq!(position_word(&game, &state), 1_442_352_570_695_022_704);
    }

    #[test]
    fn position_word_draws_every_direction_equally_often() {
        let game = Preset::find("classic-2048").unwrap().variant.compile().unwrap();
        let mut counts = [0_i32; 4];
        let mut dice = Dice1::new(3);
        let mut state = game.start(&mut dice, &mut ()).unwrap();
        for turn in 0..40_000_u16 {
            counts[ticket(position_word(&game, &state), 4) as usize] += 1;
            let dirs = [0, 1, 2, 3].map(|dir| Action((turn + dir) % 4));
            if !dirs.iter().any(|dir| game.advance(&mut state, *dir, &mut dice, &mut ()).is_ok()) {
                state = game.start(&mut dice, &mut ()).unwrap();
            }
        }
        // Four standard deviations.
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 350), "{counts:?}");
    }
}

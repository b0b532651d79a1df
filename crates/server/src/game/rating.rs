//! Ratings by Glicko-2, each game a rating period of its own.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A Glicko-2 rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The player whose rating this is.
    pub user: String,
    /// In which game.
    pub game: String,
    /// The rating, 1500 at first.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// The number of rated games.
    pub games: i64,
}

/// The rating of somebody who has not played a rated game.
pub fn unrated(user: &str, game: &str) -> Rating {
    let fresh = Glicko2Rating::new();
    Rating {
        user: user.to_owned(),
        game: game.to_owned(),
        rating: fresh.rating,
        deviation: fresh.deviation,
        volatility: fresh.volatility,
        games: 0,
    }
}

/// Both ratings after a game in which White got 1, 0.5 or 0 points.
pub fn after(white: &Rating, black: &Rating, score: f64) -> (Rating, Rating) {
    let outcome = match score {
        score if score > 0.75 => Outcomes::WIN,
        score if score < 0.25 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    };
    let plain = |row: &Rating| Glicko2Rating {
        rating: row.rating,
        deviation: row.deviation,
        volatility: row.volatility,
    };
    let config = Glicko2Config::new();
    let (new_white, new_black) = glicko2(&plain(white), &plain(black), &outcome, &config);
    let changed = |row: &Rating, new: Glicko2Rating| Rating {
        rating: new.rating,
        deviation: new.deviation,
        volatility: new.volatility,
        games: row.games + 1,
        ..row.clone()
    };
    (changed(white, new_white), changed(black, new_black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::glicko2::glicko2_rating_period;

    /// The example of Mark Glickman's paper "Example of the Glicko-2 system":
    /// 1500 (200) wins against 1400 (30) and loses to 1550 (100) and 1700 (300);
    /// afterwards 1464.06 (151.52), volatility 0.05999.
    #[test]
    fn the_published_example_comes_out() {
        let player = Glicko2Rating {
            rating: 1500.0,
            deviation: 200.0,
            volatility: 0.06,
        };
        let other = |rating, deviation| Glicko2Rating {
            rating,
            deviation,
            volatility: 0.06,
        };
        let results = [
            (other(1400.0, 30.0), Outcomes::WIN),
            (other(1550.0, 100.0), Outcomes::LOSS),
            (other(1700.0, 300.0), Outcomes::LOSS),
        ];
        let new = glicko2_rating_period(&player, &results, &Glicko2Config::new());
        assert!((new.rating - 1464.06).abs() < 0.02, "{new:?}");
        assert!((new.deviation - 151.52).abs() < 0.02, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00002, "{new:?}");
    }

    #[test]
    fn winners_gain_what_losers_lose() {
        let (white, black) = (unrated("a", "g"), unrated("b", "g"));
        let (won, lost) = after(&white, &black, 1.0);
        assert!(won.rating > 1600.0 && lost.rating < 1400.0);
        assert!((won.rating + lost.rating - 3000.0).abs() < 1e-6);
        assert_eq!((won.games, lost.games), (1, 1));
        let (white, black) = after(&white, &black, 0.5);
        assert!((white.rating - 1500.0).abs() < 1e-9 && (black.rating - 1500.0).abs() < 1e-9);
        assert!(white.deviation < 350.0);
    }
}

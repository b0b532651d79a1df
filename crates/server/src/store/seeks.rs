//! Seeks: games that people offer to anybody.

use super::backend::Backend;
use super::database::Store;
use super::error::{StoreError, StoreResult};
use super::listed::{MAX_LISTED, run_for_all};
use super::turns::hold_person;
use crate::game::new_game::NewGame;
use crate::game::time_control::Clock;
use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;
use sqlx::{Any, AnyConnection, FromRow};

/// Those who ask for a pairing take turns by this name.
const PAIRING: &str = "pairing";
/// How many seeks are extended in one transaction, each with a statement of its own.
const EXTENDED_AT_ONCE: usize = 50;

/// A game that somebody offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeek {
    /// Its ID.
    pub id: String,
    /// Who offers it.
    pub user: String,
    /// A keyed hash of the address that it was made from.
    pub address: String,
    /// The game that is offered.
    pub new_game: NewGame,
    /// The game's name for people.
    pub title: String,
    /// When it was made.
    pub created: i64,
    /// When it expires.
    pub expires: i64,
}

/// How many seeks there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeekLimits {
    /// Of the person who makes one.
    pub of_user: usize,
    /// From the address that it is made from.
    pub of_address: usize,
}

/// What makes a new seek needless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExistingSeek {
    /// The person has the same one already. Its ID.
    Standing(String),
    /// Those of others that can be accepted.
    Fitting(Vec<StoredSeek>),
}

/// Looks for what makes a new seek needless, among those that stand.
pub type SeekChoice = Box<dyn Fn(&[StoredSeek]) -> Option<ExistingSeek> + Send>;

/// The result of a new seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedSeek {
    /// It is in the lobby.
    Added,
    /// There is another one.
    Existing(ExistingSeek),
    /// The person has too many already.
    TooManyOfUser,
    /// There are too many from this address already.
    TooManyOfAddress,
}

/// A seek in the lobby's list, with the name of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSeek {
    /// The seek.
    pub seek: StoredSeek,
    /// The owner's name.
    pub name: String,
    /// Whether the owner is a guest.
    pub guest: bool,
}

/// How long a seek stands.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct SeekExpiry {
    /// Its ID.
    pub id: String,
    /// Who offers it.
    pub user_id: String,
    /// 1 if the owner is a guest.
    pub guest: i64,
    /// 1 if the game has a live clock.
    pub live: i64,
    /// When it was made.
    pub created: i64,
    /// When it expires.
    pub expires: i64,
}

/// A row of the table `seeks`.
#[derive(FromRow)]
struct SeekRow {
    id: String,
    user_id: String,
    address: String,
    /// A [`NewGame`] as JSON.
    new_game: String,
    title: String,
    created: i64,
    expires: i64,
}

/// A seek with its owner.
#[derive(FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    seek: SeekRow,
    name: String,
    guest: i64,
}

impl TryFrom<SeekRow> for StoredSeek {
    type Error = StoreError;

    fn try_from(row: SeekRow) -> StoreResult<StoredSeek> {
        Ok(StoredSeek {
            new_game: serde_json::from_str(&row.new_game)?,
            id: row.id,
            user: row.user_id,
            address: row.address,
            title: row.title,
            created: row.created,
            expires: row.expires,
        })
    }
}

impl Store {
    /// Adds a seek, unless there are too many already, or one that makes it needless. They
    /// are looked at in the same transaction.
    ///
    /// # Errors
    /// [`StoreError::PersonLeft`] if its owner has.
    pub async fn add_seek(
        &self,
        seek: StoredSeek,
        limits: SeekLimits,
        unless: Option<SeekChoice>,
    ) -> StoreResult<AddedSeek> {
        let backend = self.backend();
        let mut turns = vec![seek.user.clone(), seek.address.clone()];
        turns.extend(unless.is_some().then(|| PAIRING.to_owned()));
        self.write_in_turn(turns, move |connection| {
            Box::pin(async move {
                if let Some(unless) = unless {
                    let rows = like(&seek.title, &seek.new_game.clock, seek.created);
                    let rows = rows.fetch_all(&mut *connection).await?;
                    if let Some(instead) = unless(&readable(rows)) {
                        return Ok(AddedSeek::Existing(instead));
                    }
                }
                add_seek(backend, connection, seek, limits).await
            })
        })
        .await
    }

    /// The seeks of games with this title and a clock of this kind that have not expired. One
    /// that cannot be read is left out.
    pub async fn seeks_like(
        &self,
        title: &str,
        clock: &Clock,
        now: i64,
    ) -> StoreResult<Vec<StoredSeek>> {
        let rows = like(title, clock, now).fetch_all(self.reads()).await?;
        Ok(readable(rows))
    }

    /// The seeks in the lobby's list, newest first: at most `limit`, and at most
    /// `of_user` of a person. Where there are more, every address's newest seek goes before
    /// any address's second, and of an address everybody's newest before anybody's second: one
    /// address can have many guests. One that cannot be read is left out and logged.
    pub async fn listed_seeks(
        &self,
        now: i64,
        of_user: usize,
        limit: usize,
    ) -> StoreResult<Vec<ListedSeek>> {
        let rows: Vec<ListedRow> = sqlx::query_as(
            // Subqueries instead of a join, so that nobody reads all users for it.
            "SELECT s.id, s.user_id, s.address, s.new_game, s.title, s.created, s.expires, \
             (SELECT name FROM users WHERE users.id = s.user_id) AS name, \
             (SELECT guest FROM users WHERE users.id = s.user_id) AS guest \
             FROM (SELECT of_people.*, ROW_NUMBER() OVER \
                 (PARTITION BY address ORDER BY place, created DESC, id) AS turn \
               FROM (SELECT id, user_id, address, new_game, title, created, \
                 expires, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY created DESC, id) \
                 AS place FROM seeks WHERE expires > $1) of_people WHERE place <= $2) s \
             ORDER BY s.turn, s.created DESC, s.id LIMIT $3",
        )
        .bind(now)
        .bind(bound(of_user))
        .bind(bound(limit))
        .fetch_all(self.reads())
        .await?;
        let mut seeks: Vec<ListedSeek> = rows.into_iter().filter_map(listed).collect();
        seeks.sort_by_key(|listed| std::cmp::Reverse(listed.seek.created));
        Ok(seeks)
    }

    /// A seek that has not expired.
    pub async fn seek(&self, id: &str, now: i64) -> StoreResult<Option<StoredSeek>> {
        let row: Option<SeekRow> = sqlx::query_as(
            "SELECT id, user_id, address, new_game, title, created, expires FROM seeks \
             WHERE id = $1 AND expires > $2",
        )
        .bind(id)
        .bind(now)
        .fetch_optional(self.reads())
        .await?;
        row.map(StoredSeek::try_from).transpose()
    }

    /// The seeks of a person, newest first, whether or not they have expired.
    pub async fn seeks_of(&self, user: &str) -> StoreResult<Vec<StoredSeek>> {
        let rows: Vec<SeekRow> = sqlx::query_as(
            "SELECT id, user_id, address, new_game, title, created, expires FROM seeks \
             WHERE user_id = $1 ORDER BY created DESC",
        )
        .bind(user)
        .fetch_all(self.reads())
        .await?;
        rows.into_iter().map(StoredSeek::try_from).collect()
    }

    /// How long the seeks stand.
    pub async fn seek_standings(&self) -> StoreResult<Vec<SeekExpiry>> {
        let rows = sqlx::query_as(
            "SELECT id, user_id, live, created, expires, \
             (SELECT guest FROM users WHERE users.id = seeks.user_id) AS guest \
             FROM seeks WHERE expires > -1",
        )
        .fetch_all(self.reads())
        .await?;
        Ok(rows)
    }

    /// Deletes seeks, and lets others expire at another time: a few in each transaction, so
    /// that other writes come between. Returns how many were deleted.
    pub async fn update_seeks(
        &self,
        gone: Vec<String>,
        extended: Vec<(String, i64)>,
    ) -> StoreResult<u64> {
        let mut deleted = 0;
        for gone in gone.chunks(MAX_LISTED) {
            let gone = gone.to_vec();
            let delete = ["DELETE FROM seeks WHERE id IN ($all)"];
            deleted += self
                .write(move |connection| {
                    Box::pin(async move { run_for_all(connection, &gone, &delete).await })
                })
                .await?;
        }
        for extended in extended.chunks(EXTENDED_AT_ONCE) {
            let extended = extended.to_vec();
            self.write(move |connection| Box::pin(extend(connection, extended)))
                .await?;
        }
        Ok(deleted)
    }

    /// Deletes a seek of a person. Returns whether there was one.
    pub async fn remove_seek(&self, id: &str, user: &str) -> StoreResult<bool> {
        let query = sqlx::query("DELETE FROM seeks WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user);
        Ok(self.execute(query).await? > 0)
    }

    /// Deletes a seek if its owner is deleted or banned: servers of the version before could add
    /// one after that.
    pub(super) async fn remove_ownerless_seek(&self, id: &str) -> StoreResult<()> {
        let query = sqlx::query(
            "DELETE FROM seeks WHERE id = $1 AND (SELECT deleted + banned FROM users \
             WHERE users.id = seeks.user_id) > 0",
        )
        .bind(id.to_owned());
        self.execute(query).await?;
        Ok(())
    }
}

/// Lets seeks expire at another time.
async fn extend(connection: &mut AnyConnection, seeks: Vec<(String, i64)>) -> StoreResult<()> {
    for (id, expires) in seeks {
        let query = sqlx::query("UPDATE seeks SET expires = $1 WHERE id = $2")
            .bind(expires)
            .bind(id);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Selects the seeks of games with this title and a clock of this kind that have not expired.
/// Equal games have equal titles, so few others are read.
fn like(title: &str, clock: &Clock, now: i64) -> QueryAs<'static, Any, SeekRow, AnyArguments> {
    sqlx::query_as(
        "SELECT id, user_id, address, new_game, title, created, expires FROM seeks \
         WHERE expires > $1 AND title = $2 AND live = $3 ORDER BY expires DESC LIMIT 1000",
    )
    .bind(now)
    .bind(title.to_owned())
    .bind(is_live(clock))
}

/// 1 for a live clock.
fn is_live(clock: &Clock) -> i64 {
    i64::from(matches!(clock, Clock::Live { .. }))
}

fn readable(rows: Vec<SeekRow>) -> Vec<StoredSeek> {
    rows.into_iter()
        .filter_map(|row| StoredSeek::try_from(row).ok())
        .collect()
}

async fn add_seek(
    backend: Backend,
    connection: &mut AnyConnection,
    seek: StoredSeek,
    limits: SeekLimits,
) -> StoreResult<AddedSeek> {
    hold_person(backend, connection, &seek.user).await?;
    let own: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM seeks WHERE user_id = $1 AND expires > $2")
            .bind(seek.user.clone())
            .bind(seek.created)
            .fetch_one(&mut *connection)
            .await?;
    if own >= bound(limits.of_user) {
        return Ok(AddedSeek::TooManyOfUser);
    }
    let from_there: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM seeks WHERE address = $1 AND expires > $2")
            .bind(seek.address.clone())
            .bind(seek.created)
            .fetch_one(&mut *connection)
            .await?;
    if from_there >= bound(limits.of_address) {
        return Ok(AddedSeek::TooManyOfAddress);
    }
    let live = is_live(&seek.new_game.clock);
    sqlx::query(
        "INSERT INTO seeks (id, user_id, address, new_game, live, title, created, expires) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(seek.id)
    .bind(seek.user)
    .bind(seek.address)
    .bind(serde_json::to_string(&seek.new_game)?)
    .bind(live)
    .bind(seek.title)
    .bind(seek.created)
    .bind(seek.expires)
    .execute(connection)
    .await?;
    Ok(AddedSeek::Added)
}

fn listed(row: ListedRow) -> Option<ListedSeek> {
    let id = row.seek.id.clone();
    let seek = StoredSeek::try_from(row.seek)
        .inspect_err(|error| tracing::error!(seek = id, %error, "a seek cannot be read"))
        .ok()?;
    Some(ListedSeek {
        seek,
        name: row.name,
        guest: row.guest != 0,
    })
}

fn bound(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

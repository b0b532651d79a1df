//! A value that many ask for and that is worked out once for all of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// A value that is worked out when somebody asks for it, and kept until it is outdated.
#[derive(Debug)]
pub(crate) struct CachedValue<T> {
    version: AtomicU64,
    known: Mutex<Option<CachedEntry<T>>>,
    max_age: Duration,
}

#[derive(Debug)]
struct CachedEntry<T> {
    version: u64,
    at: Instant,
    value: T,
}

impl<T: Clone> CachedValue<T> {
    /// A value that is outdated after a time in any case.
    pub(crate) fn new(max_age: Duration) -> CachedValue<T> {
        CachedValue {
            version: AtomicU64::new(0),
            known: Mutex::new(None),
            max_age,
        }
    }

    /// Notes that the value has changed.
    pub(crate) fn invalidate(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// The value; `compute` runs if it is not known. Whoever asks while it is being worked out waits for it.
    pub(crate) async fn get<E>(&self, compute: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let mut known = self.known.lock().await;
        // Read before: a change during the work outdates its result.
        let version = self.version.load(Ordering::Relaxed);
        if let Some(known) = &*known
            && known.version == version
            && known.at.elapsed() < self.max_age
        {
            return Ok(known.value.clone());
        }
        let value = compute.await?;
        *known = Some(CachedEntry {
            version,
            at: Instant::now(),
            value: value.clone(),
        });
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn it_is_worked_out_once_a_change() {
        let latest = Arc::new(CachedValue::new(Duration::from_secs(60)));
        let times = Arc::new(AtomicU64::new(0));
        let ask = || {
            let (latest, times) = (latest.clone(), times.clone());
            async move {
                let compute = async {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    Ok::<u64, ()>(times.fetch_add(1, Ordering::Relaxed) + 1)
                };
                latest.get(compute).await.unwrap()
            }
        };
        let together = futures_util::future::join_all((0..60).map(|_| ask()));
        assert_eq!(together.await, vec![1; 60]);
        latest.invalidate();
        assert_eq!((ask().await, ask().await), (2, 2));
        let failed = latest.get(async { Err(()) }).await;
        assert_eq!(failed, Ok(2), "it is known");
        latest.invalidate();
        assert_eq!(latest.get(async { Err(()) }).await, Err(()));
        assert_eq!(ask().await, 3);
    }
}

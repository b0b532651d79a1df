//! Continuing from a journal: repeating the work that its records describe.

use super::record::{take, take_bits};
use super::rows::{CHUNK_ROWS, RowSolver};
use crate::journal::PassRecord;
use crate::value::{loss, win};
use hyperrook_geometry::Bits;
use std::sync::atomic::Ordering;

impl<const W: usize> RowSolver<'_, W> {
    /// Applies the results of a record.
    pub(super) fn replay(&mut self, pass: &mut usize, record: &PassRecord) -> Result<(), ()> {
        let rows =
            record.chunk * CHUNK_ROWS..self.index.rows().min((record.chunk + 1) * CHUNK_ROWS);
        if record.chunk >= self.chunks() || record.pass < *pass || record.pass > *pass + 1 {
            return Err(());
        }
        if record.pass > *pass {
            if self.done.contains(&false) {
                return Err(());
            }
            if *pass == 0 {
                self.merge_won();
            } else {
                self.merge();
            }
            self.next_won.fill(Bits::EMPTY);
            self.next_lost.fill(Bits::EMPTY);
            self.done.fill(false);
            self.done_found = false;
            *pass += 1;
        }
        if std::mem::replace(&mut self.done[record.chunk], true) {
            return Err(());
        }
        self.visited.fetch_add(record.visited, Ordering::Relaxed);
        let mut content = &record.content[..];
        if *pass == 0 {
            for row in rows {
                self.settled[row] = take_bits(&mut content)?;
                self.lost[row] = take_bits(&mut content)?;
                self.next_won[row] = take_bits(&mut content)?;
                for entry in row * self.index.width..(row + 1) * self.index.width {
                    self.codes[entry] = u16::from_le_bytes(take(&mut content)?);
                }
                for cell in !self.settled[row] {
                    if cell.index() < self.index.width {
                        self.note_conversion(self.codes[row * self.index.width + cell.index()]);
                    }
                }
            }
            return Ok(());
        }
        while !content.is_empty() {
            let row = rows.start + usize::from(u16::from_le_bytes(take(&mut content)?));
            if !rows.contains(&row) {
                return Err(());
            }
            let (wins, losses) = (take_bits(&mut content)?, take_bits(&mut content)?);
            let codes = &mut self.codes[row * self.index.width..(row + 1) * self.index.width];
            for (cells, code) in [(wins, win(*pass as u16)), (losses, loss(*pass as u16))] {
                for cell in cells {
                    *codes.get_mut(cell.index()).ok_or(())? = code;
                }
            }
            self.settled[row] |= wins | losses;
            (self.next_won[row], self.next_lost[row]) = (wins, losses);
            self.done_found = true;
        }
        Ok(())
    }
}

//! Who counts as one: a client of IPv6 has many addresses.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};

/// The address by which requests are counted: of IPv6 the first half, since a client
/// can choose the other half.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    first_bits(address, 64)
}

/// The network that a counted address is a part of: of IPv6 what a customer gets at most.
fn network(address: IpAddr) -> IpAddr {
    first_bits(address, 48)
}

/// The network that has the most places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowd {
    /// Which network it is.
    network: IpAddr,
    /// The address of the network that has the most of them.
    pub(crate) address: IpAddr,
    /// Whether it has so many more than the network of somebody new that it can give one away.
    pub(crate) can_spare: bool,
}

impl Crowd {
    /// The crowd among these addresses with their places, as somebody at another address sees it.
    /// When all places are taken, it gives way. `None` if nobody has a place.
    pub(crate) fn of(
        places: impl Iterator<Item = (IpAddr, usize)> + Clone,
        newcomer: IpAddr,
    ) -> Option<Crowd> {
        let mut by_network: HashMap<IpAddr, usize> = HashMap::new();
        for (address, count) in places.clone() {
            *by_network.entry(network(address)).or_default() += count;
        }
        let own = by_network.get(&network(newcomer)).copied().unwrap_or(0);
        let (crowd, most) = by_network.into_iter().max_by_key(|(_, count)| *count)?;
        let addresses = places.filter(|(address, _)| network(*address) == crowd);
        let (address, _) = addresses.max_by_key(|(_, count)| *count)?;
        Some(Crowd {
            network: crowd,
            address,
            can_spare: most > own + 1,
        })
    }

    /// Whether an address is one of the network's.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        network(address) == self.network
    }
}

/// An address of which only the first bits are kept, if it is one of IPv6.
fn first_bits(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let kept = u128::from(address) & !(u128::MAX >> bits);
            IpAddr::V6(Ipv6Addr::from(kept))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_counts_as_one() {
        let counted = |text: &str| counted(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2::1"), "2001:db8:1:2::");
        assert_eq!(counted("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(counted("192.0.2.7"), "192.0.2.7");
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2::"), "2001:db8:1::");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
    }
}

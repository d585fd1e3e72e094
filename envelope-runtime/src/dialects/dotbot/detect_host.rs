//! The host that the environment variables name.

use std::ffi::OsString;
use std::sync::OnceLock;

use super::host::Host;
#[cfg(feature = "testing")]
use crate::frozen::Frozen;

impl Host {
    /// The host according to the environment variables of this process, which are read once. `None` without such a variable.
    #[must_use]
    pub fn detect() -> Option<Self> {
        static HOST: OnceLock<Option<Host>> = OnceLock::new();

        #[cfg(feature = "testing")]
        if let Some(frozen) = Frozen::current() {
            return frozen.host;
        }
        *HOST.get_or_init(|| Self::from_variables(|name| std::env::var_os(name)))
    }

    fn from_variables(value: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let is_set = |name: &str| value(name).is_some_and(|value| !value.is_empty());
        let hosts = [
            ("WARP_SESSION", Self::Warp),
            ("CLAUDE_DESKTOP", Self::ClaudeDesktop),
            ("CI", Self::Ci),
        ];
        hosts.into_iter().find(|(name, _)| is_set(name)).map(|(_, host)| host)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::Host;

    #[test]
    fn hosts_are_in_the_order_of_the_contract() {
        let host =
            |set: &[&str]| Host::from_variables(|name| set.contains(&name).then(|| "true".into()));
        assert_eq!(host(&["WARP_SESSION", "CLAUDE_DESKTOP", "CI"]), Some(Host::Warp));
        assert_eq!(host(&["CLAUDE_DESKTOP", "CI"]), Some(Host::ClaudeDesktop));
        assert_eq!(host(&["CI"]), Some(Host::Ci));
        assert_eq!(host(&[]), None);
    }

    #[test]
    fn an_empty_variable_does_not_count() {
        let host = |empty: &str| {
            Host::from_variables(|name| Some(if name == empty { "" } else { "1" }.into()))
        };
        assert_eq!(host("WARP_SESSION"), Some(Host::ClaudeDesktop));
        assert_eq!(Host::from_variables(|_| Some(OsString::new())), None);
        let ci =
            |value: &'static str| Host::from_variables(|name| (name == "CI").then(|| value.into()));
        assert_eq!((ci(""), ci("false")), (None, Some(Host::Ci)));
    }
}

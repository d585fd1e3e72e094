// The author misspelt a setting of a block.
// errors: 1

use std::collections::BTreeMap;
use std::pin::Pin;

use envelope_runtime::{ToolFailure, envelope_tool};

type Titles = BTreeMap<String, String>;

struct Server {
    titles: Titles,
}

#[envelope_tool(dialect = "response-v2", telemetri)]
impl Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn pong(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    fn titles(&mut self) -> Result<&mut Titles, ToolFailure> {
        Ok(&mut self.titles)
    }

    #[envelope_tool]
    fn later(&mut self) -> impl Future<Output = Result<&mut Titles, ToolFailure>> {
        async { Ok(&mut self.titles) }
    }

    #[envelope_tool]
    fn boxed(&mut self) -> Pin<Box<dyn Future<Output = Result<&mut Titles, ToolFailure>> + '_>> {
        Box::pin(async { Ok(&mut self.titles) })
    }
}

fn main() {
    let mut server = Server { titles: Titles::new() };
    let _ = (server.ping(), server.titles());
    let _ = (server.pong(), Server::later, Server::boxed);
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `telemetry`

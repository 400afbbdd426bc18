import { timeInWords } from "../../../src/platform/time/local-time.rule.ts";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCountOf } from "../../domain/format/figures.ts";
import type { ShownLink } from "./case-outcome.ts";
import { describeSignature } from "./verdict-words.ts";

/** Shows the evidence of a link, as the file states it. */
export function LinkDetails({ shown: { head, signature } }: { shown: ShownLink }) {
  const { firm, link, keyId, sentences, deals } = head;
  return (
    <Stack>
      <Panel title="Link">
        <Facts>
          <Fact name="Firm">{firm}</Fact>
          <Fact name="Link">{link.id}</Fact>
          <Fact name="Decided">{timeInWords(link.decidedAt)}</Fact>
          <Fact name="Reason">{link.reason}</Fact>
          {Object.entries(deals).map(([name, count]) => (
            <Fact key={name} name={`Deals of ${name}`}>
              {count === null
                ? "Deleted with the account: the signature alone vouches for what concerns it"
                : formatCountOf(count, "deal")}
            </Fact>
          ))}
          <Fact name="Signature">{describeSignature(signature, keyId)}</Fact>
          <Fact name="Not Computed Again">
            Results, shared facts, and how many others traded alike: the signature vouches for them.
          </Fact>
        </Facts>
      </Panel>
      {sentences.length > 0 ? (
        <Panel title="Evidence">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Panel>
      ) : null}
    </Stack>
  );
}

import { alphaCapitalPresets } from "./alpha-capital.ts";
import { apexPresets } from "./apex.ts";
import { brightFundedPresets } from "./bright-funded.ts";
import { e8MarketsPresets } from "./e8-markets.ts";
import { earn2TradePresets } from "./earn2trade.ts";
import { ftmoPresets } from "./ftmo.ts";
import { fundedNextPresets } from "./fundednext.ts";
import { fundingPipsPresets } from "./funding-pips.ts";
import { goatFundedTraderPresets } from "./goat-funded-trader.ts";
import { myFundedFuturesPresets } from "./my-funded-futures.ts";
import type { Preset } from "./preset.ts";
import { takeProfitTraderPresets } from "./take-profit-trader.ts";
import { the5ersPresets } from "./the5ers.ts";
import { topstepPresets } from "./topstep.ts";
import { tradeifyPresets } from "./tradeify.ts";

/** The published programmes to start rules from. They are copied into a rule set, never referred to. */
export const presets: Preset[] = [
  ...ftmoPresets,
  ...the5ersPresets,
  ...fundedNextPresets,
  ...topstepPresets,
  ...apexPresets,
  ...myFundedFuturesPresets,
  ...takeProfitTraderPresets,
  ...alphaCapitalPresets,
  ...e8MarketsPresets,
  ...fundingPipsPresets,
  ...goatFundedTraderPresets,
  ...brightFundedPresets,
  ...earn2TradePresets,
  ...tradeifyPresets,
];

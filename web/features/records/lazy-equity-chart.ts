import { replaceInvalidLanguage } from "../../components/chart/replace-invalid-language.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

export const LazyEquityChart = lazyComponent(() => {
  replaceInvalidLanguage();
  return import("./equity-chart.tsx").then((m) => m.EquityChart);
});

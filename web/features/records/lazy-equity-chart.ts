import { replaceInvalidLanguage } from "../../components/chart/replace-invalid-language.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

export function loadEquityChart() {
  replaceInvalidLanguage();
  return import("./equity-chart.tsx").then((m) => m.EquityChart);
}

export const LazyEquityChart = lazyComponent(loadEquityChart);

import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

export const LazySecondFactorStep = lazyComponent(() =>
  import("./second-factor-step.tsx").then((m) => m.SecondFactorStep),
);

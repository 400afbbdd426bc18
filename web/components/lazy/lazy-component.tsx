// oxlint-disable-next-line no-restricted-imports -- the only place that imports it
import { type ComponentType, lazy, type ReactNode, useDeferredValue } from "react";

interface LazyProps {
  /** Shown while the code loads. */
  fallback?: ReactNode;
}

/**
 * A component whose code is loaded when it is first rendered: `React.lazy` for a named export.
 *
 * It is rendered in a transition, which has two effects. It does not suspend what is already shown, so the boundary of
 * the layout is enough; and it appears as soon as its code has arrived. React would show the content of a `Suspense` at
 * the earliest 300 ms after its fallback, so that a menu whose code arrives in 20 ms would open after 300 ms.
 * @param load imports the component
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props & LazyProps) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function Lazy({ fallback = null, ...props }: Props & LazyProps) {
    const isTransition = useDeferredValue(true, false);
    return isTransition ? <Loaded {...(props as Props)} /> : fallback;
  };
}

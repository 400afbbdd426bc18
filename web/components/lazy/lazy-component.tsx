import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react";
import { preload } from "../../app/document/preload.ts";

interface LazyProps {
  /** Shown while the code loads. */
  fallback?: ReactNode;
}

export type LazyComponent<Props> = ComponentType<Props & LazyProps> & {
  /** Loads the code before it is needed. If that fails, the component loads it again. */
  preload: () => void;
};

/**
 * A component whose code is loaded when it is first rendered, or before, with `preload`.
 *
 * Replaces `React.lazy`, because React shows the content of a `Suspense` at the earliest 300 ms after the last
 * fallback, even an empty one. A menu whose code arrives in 20 ms would open after 300 ms, and a dialog opened from it
 * after 300 ms more.
 * @param load imports the component
 * @param Replacement shown if the code cannot be loaded; without it, the error is thrown to the nearest error boundary
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Replacement?: ComponentType<Props>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());

  function Lazy({ fallback = null, ...props }: Props & LazyProps) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      loadOnce().then(
        // A transition, so that rendering a large component, such as a grid, does not block input.
        (component) => startTransition(() => setComponent(() => component)),
        (error: unknown) =>
          setComponent(() => {
            if (Replacement) return Replacement;
            throw error;
          }),
      );
    }, []);
    return Component ? <Component {...(props as Props)} /> : fallback;
  }

  return Object.assign(Lazy, { preload: () => preload(loadOnce) });
}

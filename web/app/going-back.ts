import type { RegisteredRouter } from "@tanstack/react-router";

/*
 * Dialogs leave the entries that they added to the browser's history. Going back takes the browser a moment. An entry
 * that is added meanwhile would be left instead, so navigations wait.
 */

/** Set until the browser has gone back. */
let goingBack: Promise<void> | undefined;

/** Whether the app is going back, rather than the user; still true when the router's history says that it has. */
export function isGoingBack(): boolean {
  return goingBack !== undefined;
}

/** Leaves the present entry. */
export function goBack({ history }: RegisteredRouter): void {
  goingBack = untilMoved(history);
  history.back({ ignoreBlocker: true });
}

async function untilMoved(history: RegisteredRouter["history"]): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = history.subscribe(({ action }) => {
      if (action.type === "PUSH" || action.type === "REPLACE") return;
      stop();
      resolve();
    });
  });
  goingBack = undefined;
}

/** Acts at once, or when the browser has gone back. */
export function afterGoingBack(act: () => void): void {
  if (goingBack) void goingBack.then(() => afterGoingBack(act));
  else act();
}

/** Lets every navigation, such as that of a link, wait until the browser has gone back. */
export function holdNavigations(router: RegisteredRouter): void {
  const navigate = router.navigate as (options: unknown) => Promise<void>;
  router.navigate = (options: unknown) =>
    new Promise<void>((resolve) => {
      afterGoingBack(() => resolve(navigate(options)));
    });
}

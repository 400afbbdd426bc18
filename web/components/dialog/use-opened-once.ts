import { useState } from "react";

/** Whether a layer is open or was before: from then on it is rendered, so that it can fade out. */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}

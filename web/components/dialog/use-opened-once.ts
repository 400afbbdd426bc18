import { useState } from "react";

/** Returns whether a layer is or was open. Once opened, it stays rendered so that it can fade out. */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}

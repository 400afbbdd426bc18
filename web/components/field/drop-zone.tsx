import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  accept: string;
  label: string;
  hint: string;
  onFile: (file: File) => void;
}

/** A button that opens the file picker and accepts dropped files. */
export function DropZone({ accept, label, hint, onFile }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  usePreventPageDrops();

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  return (
    <div className={styles.zone} data-over={isOver ? "" : undefined}>
      <button
        type="button"
        aria-describedby={hintId}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <span className={styles.label}>{label}</span>
      </button>
      <p id={hintId}>{hint}</p>
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows the same file to be chosen again.
          target.value = "";
        }}
      />
    </div>
  );
}

/** Prevents a file that is dropped outside the zone from replacing the page. */
function usePreventPageDrops() {
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);
}

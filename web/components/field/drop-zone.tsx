import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { Icon } from "../icon/icon.tsx";

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
    <Box sx={isOver ? [zone, over] : zone}>
      <Link
        component="button"
        type="button"
        underline="none"
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
        {label}
      </Link>
      <Typography variant="body2" id={hintId} sx={{ textWrap: "balance" }}>
        {hint}
      </Typography>
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
    </Box>
  );
}

const zone = {
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "center",
  gap: "0.25rem 1rem",
  px: 2.5,
  py: 2,
  border: "1px dashed var(--field-line)",
  borderRadius: "var(--radius-panel)",
  bgcolor: "var(--panel)",
  color: "text.secondary",
  textAlign: "center",
  "&:hover": { borderColor: "primary.main" },
  "&:has(button:focus-visible)": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  "& button": {
    display: "inline-flex",
    alignItems: "center",
    gap: 1,
    outline: "none",
    // Fills the zone, so that clicks and drops work anywhere in it.
    "&::after": { content: '""', position: "absolute", inset: 0 },
  },
};

const over = { borderColor: "primary.main", borderStyle: "solid", bgcolor: "var(--accent-wash)" };

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

import Chip from "@mui/material/Chip";

export function BannedTag() {
  return (
    <Chip
      component="span"
      label="Banned"
      sx={{
        flex: "none",
        border: "1px solid",
        background: "none",
        color: "error.main",
        lineHeight: "1.125rem",
        "& .MuiChip-label": { px: 0.75 },
      }}
    />
  );
}

import MuiSkeleton from "@mui/material/Skeleton";

interface SkeletonProps {
  /** By default a line of text, as high as the surrounding text. */
  shape?: "text" | "block" | "circle";
  width?: number | string;
  height?: number | string;
  className?: string | undefined;
}

const variants = { text: "text", block: "rectangular", circle: "circular" } as const;

/** A placeholder in the shape of content that is loading. */
export function Skeleton({ shape = "text", ...size }: SkeletonProps) {
  return <MuiSkeleton component="span" variant={variants[shape]} {...size} />;
}

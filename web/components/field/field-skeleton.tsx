import Box from "@mui/material/Box";
import { Skeleton } from "../feedback/skeleton.tsx";
import { stackedField } from "./field.tsx";

export function FieldSkeleton() {
  return (
    <Box sx={stackedField}>
      <Skeleton width="30%" />
      <Skeleton shape="block" height={40} />
    </Box>
  );
}

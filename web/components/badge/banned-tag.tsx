import Chip from "@mui/material/Chip";
import styles from "./banned-tag.module.css";

export function BannedTag() {
  return <Chip component="span" label="Banned" className={styles.tag} />;
}

import { Migration } from "@mikro-orm/migrations";

/**
 * Combining marks and characters that are not displayed, which searches ignore. The vowel signs of Indic and Thai
 * scripts are not among them, because they distinguish words.
 */
const ignored = [
  String.raw`\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`,
  String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc`,
  String.raw`\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff`,
  String.raw`\U000e0000-\U000e0fff`,
].join("");

/** Letters that Unicode does not decompose, Greek final sigma, typographic apostrophes, and Arabic letters. */
const letters = { from: "ØøŁłÐðĐđĦħŦŧıς‘’ʼيىك", to: "oollddddhhttiσ'''ییک" };

const longLetters = { ß: "ss", ẞ: "ss", æ: "ae", Æ: "ae", œ: "oe", Œ: "oe", þ: "th", Þ: "th" };

/** Searches ignore accents, and names are stored in composed form (NFC). */
export class SearchWithoutAccents extends Migration {
  override up(): void {
    this.#addFolding();
    this.#foldSearchTexts();
    this.#composeNames();
  }

  #addFolding(): void {
    const unmarked = `regexp_replace(normalize(value, nfkd), '[${ignored}]', '', 'g')`;
    const translated = `translate(${unmarked}, '${letters.from.replaceAll("'", "''")}', '${letters.to.replaceAll("'", "''")}')`;
    const spelled = Object.entries(longLetters).reduce(
      (text, [letter, spelling]) => `replace(${text}, '${letter}', '${spelling}')`,
      translated,
    );
    // Texts in ASCII, which are most, only need lower case.
    this.addSql(
      `create function fold_text(value text) returns text
       language sql immutable parallel safe
       return case when octet_length(value) = length(value) then lower(value)
         else lower(normalize(${spelled}, nfc)) end`,
    );
  }

  /**
   * The previous release does not fold what it searches for, so a text that folding changes is followed by the
   * unfolded one.
   */
  #foldSearchTexts(): void {
    this.addSql(
      `create or replace function search_text_of(full_name text, email text, login text) returns text
       language plpgsql immutable as $$
       declare
         name text := translate(coalesce(full_name, ''), chr(31), ' ');
         number text := translate(coalesce(login, ''), chr(31), ' ');
         unfolded text := lower(name || chr(31) || email || chr(31) || number);
         folded text;
       begin
         if octet_length(unfolded) = length(unfolded) then
           return unfolded;
         end if;
         folded := fold_text(name) || chr(31) || fold_text(email) || chr(31) || fold_text(number);
         if folded = unfolded then
           return folded;
         end if;
         return folded || chr(31) || unfolded;
       end $$`,
    );
  }

  #composeNames(): void {
    // The trigger of the column then writes the search text.
    this.addSql(
      `update users set full_name = normalize(full_name, nfc)
       where octet_length(search_text) <> length(search_text)`,
    );
    for (const [table, column] of [
      ["admins", "label"],
      ["api_tokens", "label"],
      ["saved_views", "name"],
      ["rule_sets", "name"],
      ["certificates", "name"],
      ["firm_brand", "name"],
      ["firm_brand", "sender_name"],
      ["passkeys", "label"],
    ]) {
      this.addSql(
        `update ${table} set ${column} = normalize(${column}, nfc) where ${column} is not nfc normalized`,
      );
    }
    this.addSql(
      `insert into trader_tags (user_id, tag) select user_id, normalize(tag, nfc) from trader_tags
       where tag is not nfc normalized on conflict do nothing`,
    );
    this.addSql(`delete from trader_tags where tag is not nfc normalized`);
  }
}

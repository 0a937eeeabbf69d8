import { type Message, message } from '../../i18n/message.js';
import { characterCount } from './character-count.js';

/**
 * Characters that are invisible or change how other text looks: control and format characters, direction marks,
 * fillers, line separators, and noncharacters (UTS 39, section 5; UAX 31).
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Characters classified as signs or letters but drawn as nothing. */
const BLANK = /[\u{2800}\u{FFFC}\u{13441}\u{13442}\u{1D159}]/u;

const JOINING = '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mand}\\p{sc=Nkoo}\\p{sc=Mong}\\p{sc=Adlm}\\p{sc=Rohg}]';
const VIRAMA =
  '[\\u{94D}\\u{9CD}\\u{A4D}\\u{ACD}\\u{B4D}\\u{BCD}\\u{C4D}\\u{CCD}\\u{D4D}\\u{DCA}\\u{1039}\\u{103A}\\u{17D2}]';

/**
 * Joiners, variation selectors and tags where scripts and emoji require them: ZWNJ between letters that join, both
 * joiners after a virama (UAX 31, A1, A2 and B), and the parts of emoji sequences (UTS 51).
 */
const NEEDED = new RegExp(
  [
    // The character comes first so that the lookbehind runs only where it occurs.
    `\\u{200C}(?<=${JOINING}\\p{M}*\\u{200C})(?=\\p{M}*${JOINING})`,
    `\\u{200C}(?<=${VIRAMA}\\u{200C})(?=[\\p{L}\\p{M}])`,
    `\\u{200D}(?<=${VIRAMA}\\u{200D})`,
    '\\u{200D}(?<=\\p{Extended_Pictographic}[\\u{FE0F}\\p{Emoji_Modifier}]?\\u{200D})(?=\\p{Extended_Pictographic})',
    '[\\u{FE0E}\\u{FE0F}](?<=\\p{Emoji}[\\u{FE0E}\\u{FE0F}])',
    '[\\u{FE00}-\\u{FE02}\\u{E0100}-\\u{E01EF}](?<=\\p{sc=Han}.)',
    '[\\u{180B}-\\u{180D}\\u{180F}](?<=\\p{sc=Mong}.)',
    '[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,6}\\u{E007F}(?<=\\u{1F3F4}.{2,7})',
  ].join('|'),
  'gu',
);

/** Line ends and other control characters. */
const LINES = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const HIDDEN_ALL = new RegExp(HIDDEN, 'gu');
const BLANK_ALL = new RegExp(BLANK, 'gu');

/** At least one letter, digit or sign; marks and blanks on their own show nothing. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the first character that is invisible or changes how others look; undefined if there is none. */
export function hiddenCharacterIn(text: string): string | undefined {
  const rest = text.replace(NEEDED, '');
  return HIDDEN.exec(rest)?.[0] ?? BLANK.exec(rest)?.[0];
}

interface ShownText {
  /** Maximum length, in characters. */
  readonly maximum: number;
  /**
   * Messages for a text with line ends or malformed characters, for one without visible characters, and for one that is
   * too long.
   */
  readonly unreadable: Message;
  readonly missing: Message;
  readonly tooLong: Message;
}

/**
 * Returns the fault of a one-line text that other users see, e.g. a name, a note or a reason; undefined if it has none.
 * Check every such text with this so that none can disguise itself or disturb the page around it.
 */
export function shownTextFault(
  text: string,
  { maximum, unreadable, missing, tooLong }: ShownText,
): Message | undefined {
  if (characterCount(text) > maximum) return tooLong;
  if (!text.isWellFormed() || LINES.test(text)) return unreadable;
  if (!SHOWN.test(text.replace(HIDDEN_ALL, '').replace(BLANK_ALL, ''))) return missing;
  const code = hiddenCharacterIn(text)?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return code === undefined ? undefined : message('errors.hiddenCharacter', { code: `U+${code}` });
}

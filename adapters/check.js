"use strict";
// A second implementation of application/seal/FORMAT.md, beside the one in Python. Nothing of a file is ever run
// or read as markup.

class Bad extends Error {}

const utf8 = (text) => new TextEncoder().encode(text);
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
const SHA = 32, KEY = 32, SIGNED = 64, ID = 4;

const inLetters = (bytes) => btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
const fromLetters = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const inHex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
const inUrl = (bytes) => inLetters(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromUrl = (text) => fromLetters(text.replaceAll("-", "+").replaceAll("_", "/"));
const same = (one, other) => one.length === other.length && one.every((byte, n) => byte === other[n]);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What this base64 says; null also where other text would say the same. */
function strict64(text) {
  try {
    const raw = fromLetters(text);
    return inLetters(raw) === text ? raw : null;
  } catch {
    return null;
  }
}

async function signedBy(key, signature, text) {
  try {
    const known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, signature, text);
  } catch (why) {
    if (why.name === "NotSupportedError") throw new Bad("this browser has no Ed25519: take a newer one");
    return false;
  }
}

const B32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The first 128 bits, in groups of four letters and digits. */
function slipOf(digest) {
  let bits = BigInt(`0x${inHex(digest.subarray(0, 16))}`) << 2n;
  const letters = [];
  for (let n = 0; n < 26; n++, bits >>= 5n) letters.unshift(B32[Number(bits & 31n)]);
  return letters.join("").match(/.{1,4}/g).join("-");
}

const SHORT = 19;
const fingerprint = async (key) => slipOf(await sha256(key)).slice(0, SHORT);

// Unpacking: DEFLATE (RFC 1951) with a preset dictionary, which browsers do not offer.

const WORDS = fromLetters(document.getElementById("words").textContent.trim());
const PIECE = 64;
const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const FAR = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193,
  12289, 16385, 24577];
const FAR_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const repeated = (...runs) => runs.flatMap(([length, times]) => Array(times).fill(length));

class Unreadable extends Error {}

/** Code lengths → the codes, by their number for each length. One that says too much, or too little, is unreadable. */
function codes(lengths, few = false) {
  const counts = Array(16).fill(0), starts = Array(16).fill(0);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  let left = 1;
  for (let length = 1; length < 16; length++) {
    left = 2 * left - counts[length];
    if (left < 0) throw new Unreadable();
    if (length < 15) starts[length + 1] = starts[length] + counts[length];
  }
  const used = counts.reduce((sum, one) => sum + one);
  // No code at all, or a single one of one bit, is allowed where it may be that none is needed.
  if (left > 0 && !(few && (used === 0 || (used === 1 && counts[1] === 1)))) throw new Unreadable();
  const symbols = [];
  lengths.forEach((length, symbol) => {
    if (length) symbols[starts[length]++] = symbol;
  });
  return { counts, symbols };
}

const FIXED = [codes(repeated([8, 144], [9, 112], [7, 24], [8, 8])), codes(repeated([5, 32]))];

class Inflating {
  constructor(packed, most) {
    this.packed = packed;
    this.most = most;
    this.at = this.held = this.bits = 0;
    this.out = new Uint8Array(WORDS.length + 65536);
    this.out.set(WORDS);
    this.size = this.whole = WORDS.length;
  }

  /** What can be unpacked: after a damaged byte it ends, with the pieces before, or is garbage. */
  text() {
    try {
      let last = 0;
      while (!last) {
        last = this.take(1);
        const kind = this.take(2);
        if (kind === 0) this.stored();
        else if (kind === 1) this.block(...FIXED);
        else if (kind === 2) this.block(...this.codesOfBlock());
        else throw new Unreadable();
      }
    } catch (why) {
      if (why === ENDED) return this.out.subarray(WORDS.length, this.size);
      if (!(why instanceof Unreadable)) throw why;
      this.size = this.whole;
    }
    return this.out.subarray(WORDS.length, this.size);
  }

  take(count) {
    while (this.bits < count) {
      if (this.at >= this.packed.length) throw ENDED;
      if (this.at % PIECE === 0) this.whole = this.size;
      this.held |= this.packed[this.at++] << this.bits;
      this.bits += 8;
    }
    const found = this.held & ((1 << count) - 1);
    this.held >>>= count;
    this.bits -= count;
    return found;
  }

  symbol({ counts, symbols }) {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length < 16; length++) {
      code |= this.take(1);
      if (code - counts[length] < first) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new Unreadable();
  }

  put(byte) {
    if (this.size === this.out.length) {
      const wider = new Uint8Array(this.size * 2);
      wider.set(this.out);
      this.out = wider;
    }
    this.out[this.size++] = byte;
    if (this.size - WORDS.length > this.most) throw new Bad("it is no sealed game: it unpacks to more than its entries can be");
  }

  stored() {
    this.held = this.bits = 0;
    const length = this.take(16), complement = this.take(16);
    if (length !== (complement ^ 0xffff)) throw new Unreadable();
    for (let n = 0; n < length; n++) this.put(this.take(8));
  }

  codesOfBlock() {
    const literals = this.take(5) + 257, distances = this.take(5) + 1, count = this.take(4) + 4;
    if (literals > 286 || distances > 30) throw new Unreadable();
    const own = Array(19).fill(0);
    for (let n = 0; n < count; n++) own[ORDER[n]] = this.take(3);
    const code = codes(own), lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
        continue;
      }
      if (symbol === 16 && !lengths.length) throw new Unreadable();
      const length = symbol === 16 ? lengths[lengths.length - 1] : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      for (let n = 0; n < times; n++) lengths.push(length);
    }
    if (lengths.length > literals + distances || !lengths[256]) throw new Unreadable();
    return [codes(lengths.slice(0, literals), true), codes(lengths.slice(literals), true)];
  }

  block(literals, distances) {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.put(symbol);
        continue;
      }
      if (symbol > 285) throw new Unreadable();
      const length = LENGTHS[symbol - 257] + this.take(LENGTH_BITS[symbol - 257]);
      const near = this.symbol(distances);
      if (near > 29) throw new Unreadable();
      const distance = FAR[near] + this.take(FAR_BITS[near]);
      if (distance > this.size) throw new Unreadable();
      for (let n = 0; n < length; n++) this.put(this.out[this.size - distance]);
    }
  }
}

const ENDED = new Error("the packed rows end");

// A sealed game.

const TITLE = "umpire sealed game, format ", FORMAT = 1n, LONGEST_HEADING = 4096, MIB = 1024 * 1024, LATEST = 10n ** 16n;
const OPENED = ["game/opened/v1", "game/opened/v2", "game/opened/v3"], RULED = "game/step_ruled/v1";
const BREAK = 10, SPACE = 32, BRACE = 0x7b;
const isDigit = (byte) => byte >= 0x30 && byte <= 0x39;
const mostText = (entries) => Math.min(64 * MIB, 2 * MIB + entries * MIB / 4);
const mostRows = (entries) => Math.min(500_000, 1000 + 16 * entries);

function partsOf(raw) {
  if (raw.length > 32 * MIB) throw new Bad("it is no sealed game: it is longer than 32 MiB");
  if (!same(raw.subarray(0, TITLE.length), utf8(TITLE))) throw new Bad("it is no sealed game: its first line is not that of one");
  const head = raw.subarray(0, LONGEST_HEADING), first = head.indexOf(BREAK), second = head.indexOf(BREAK, first + 1);
  const number = LENIENT.decode(raw.subarray(TITLE.length, Math.max(first, 0)));
  if (/^[0-9]+$/.test(number) && BigInt(number) > FORMAT) throw new Bad(`it is of format ${number}, and this program reads ${FORMAT}`);
  if (second < 0) throw new Bad("it is no sealed game: its second line is missing");
  const start = second + 1, counts = new DataView(raw.buffer, raw.byteOffset, raw.length);
  if (raw.length < start + 8 + SHA) throw new Bad("it is a sealed game that is cut short: not even its counts are there");
  const entries = counts.getUint32(start), packed = start + 8 + (entries + 1) * 2, end = packed + counts.getUint32(start + 4);
  const signature = raw.subarray(end + SHA);
  if (end + SHA > raw.length || ![0, KEY + SIGNED].includes(signature.length)) {
    throw new Bad("it is not as it was sealed: its length is not what its counts say");
  }
  const text = new Inflating(raw.subarray(packed, end), mostText(entries)).text();
  const checks = raw.subarray(start + 8, packed), heading = raw.subarray(0, start);
  return { entries, heading, checks, text, signature, body: raw.subarray(0, end), digest: raw.subarray(end, end + SHA) };
}

/** Name, time, payload and digest of each row, as far as they can be read. */
async function rowsOf(game, text, entries) {
  const rows = [];
  let digest = "", at = 0n, end = text.indexOf(BREAK);
  for (let n = 0; n < mostRows(entries) && end >= 0; n++) {
    const start = end + 1;
    end = text.indexOf(BREAK, start);
    const line = text.subarray(start, end < 0 ? text.length : end), brace = line.indexOf(BRACE);
    if (brace < 0) break;
    const front = line.subarray(0, brace), payload = line.subarray(brace);
    let name = LENIENT.decode(front);
    if (n === 0 || isDigit(front[0])) {
      const space = front.indexOf(SPACE), time = space < 0 ? front : front.subarray(0, space);
      name = (space < 0 ? "" : LENIENT.decode(front.subarray(space + 1))) || (n ? RULED : OPENED[0]);
      at += time.length && time.length <= 16 && time.every(isDigit) ? BigInt(LENIENT.decode(time)) : LATEST;
      if (at >= LATEST) break;
    }
    const link = [digest, game, n + 1, name, at.toString().padStart(16), ""].join("\n");
    digest = inUrl(await sha256(joined(utf8(link), payload)));
    rows.push({ name, at, payload, digest });
  }
  return rows;
}

function openingOf(rows) {
  try {
    const found = OPENED.includes(rows[0]?.name) ? JSON.parse(STRICT.decode(rows[0].payload)) : {};
    const texts = [found.ruleset, found.edition, ...found.players];
    return Array.isArray(found.players) && texts.every((one) => typeof one === "string") ? found : {};
  } catch {
    return {};
  }
}

async function damage(file, rows, opening, game) {
  const found = [];
  for (let n = 1; n <= rows.length; n++) {
    if (n === rows.length || rows[n].name === RULED) found.push(...(await sha256(utf8(rows[n - 1].digest))).subarray(0, 2));
  }
  for (let n = 0; n < Math.max(found.length, file.checks.length); n += 2) {
    if (found[n] !== file.checks[n] || found[n + 1] !== file.checks[n + 1]) return [n / 2, "it is not as it was sealed"];
  }
  if (!same(await sha256(file.body), file.digest)) return [null, "it is not as it was sealed: bytes outside of the entries were changed"];
  const title = opening.players ? `${opening.ruleset} ${opening.edition} · ${opening.players.join(", ")}` : "";
  const entries = rows.filter((row) => row.name === RULED).length;
  const head = slipOf(fromUrl(rows.at(-1).digest)).slice(0, SHORT);
  const heading = [game, title, `${entries} entries`, head, file.signature.length ? "signed" : "not signed"];
  if (!same(utf8(`${TITLE}${FORMAT}\n${heading.join(" · ")}\n`), file.heading)) {
    return [null, "its heading does not say what its entries say"];
  }
  const signature = file.signature, signed = joined(utf8("umpire sealed game\n"), file.digest);
  if (signature.length && !(await signedBy(signature.subarray(0, KEY), signature.subarray(KEY), signed))) {
    return [null, "its signature does not hold"];
  }
  return [null, ""];
}

async function sealedGame(raw) {
  const file = partsOf(raw), first = LENIENT.decode(file.text).split("\n", 1)[0], gap = first.lastIndexOf(" ");
  const game = first.slice(0, Math.max(gap, 0)), rows = await rowsOf(game, file.text, file.entries), opening = openingOf(rows);
  const [entry, because] = await damage(file, rows, opening, game);
  const slip = rows.length ? slipOf(fromUrl(rows.at(-1).digest)) : "";
  const key = file.signature.length ? await fingerprint(file.signature.subarray(0, KEY)) : "";
  return { game, rows, opening, entries: file.entries, slip, key, holds: !because, entry, because };
}

// Signed notes, checkpoints, proofs (c2sp.org; RFC 9162).

const MARK = "— ", SIGNS = 1, COSIGNS = 4;
const NAME = /^[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000+]+$/u;

const idOf = async (name, kind, key) => (await sha256(joined(utf8(`${name}\n`), Uint8Array.of(kind), key))).subarray(0, ID);

async function keyOf(text) {
  const [name, id, ...rest] = text.trim().split("+"), raw = strict64(rest.join("+"));
  if (!raw?.length || !NAME.test(name)) throw new Bad(`“${text.trim().slice(0, 60)}” is no public key; expected name+id+key`);
  const kind = raw[0], key = raw.subarray(1);
  if (![SIGNS, COSIGNS].includes(kind) || key.length !== KEY || inHex(await idOf(name, kind, key)) !== id) {
    throw new Bad(`the public key “${name}” is not as it was written: copy it again`);
  }
  return { name, kind, key };
}

function lineUnder(line) {
  const rest = line.startsWith(MARK) ? line.slice(MARK.length) : line, gap = rest.indexOf(" ");
  const name = gap < 0 ? rest : rest.slice(0, gap), raw = strict64(gap < 0 ? "" : rest.slice(gap + 1));
  if (!line.startsWith(MARK) || !NAME.test(name) || !raw || raw.length <= ID) {
    throw new Bad(`“${[...line].slice(0, 60).join("")}” is no signature: expected “${MARK}name signature”`);
  }
  return { name, id: raw.subarray(0, ID), raw: raw.subarray(ID) };
}

function noteOf(text) {
  if (/[\x00-\x09\x0b-\x1f]/.test(text)) throw new Bad("it holds letters that no signed note holds");
  const gap = text.lastIndexOf("\n\n"), under = text.slice(gap + 2);
  if (gap < 1 || !under.endsWith("\n")) throw new Bad("it is no signed note: expected a text, an empty line, and signatures");
  const lines = under.slice(0, -1).split("\n");
  if (lines.length > 64) throw new Bad("it has more than 64 signatures");
  return { text: `${text.slice(0, gap)}\n`, lines: lines.map(lineUnder) };
}

async function noteHolds({ key, kind }, text, signature) {
  if (kind === SIGNS) return signedBy(key, signature, utf8(text));
  if (signature.length !== SIGNED + 8) return false;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  return signedBy(key, signature.subarray(8), utf8(`cosignature/v1\ntime ${seconds}\n${text}`));
}

function bodyOf(text) {
  const lines = text.split("\n").slice(0, -1);
  if (lines.length !== 3 || !lines.every(Boolean)) throw new Bad("it is no checkpoint: expected an origin, a size, and a root");
  const [origin, size, coded] = lines, root = strict64(coded);
  if (!/^(0|[1-9][0-9]{0,17})$/.test(size) || root?.length !== SHA) {
    throw new Bad("it is no checkpoint: the size or the root is not as it should be");
  }
  return { origin, size: BigInt(size), root };
}

/** What a signed checkpoint says, once a known key of its log's name signed it. */
async function checkpointOf(text, keys) {
  const note = noteOf(text), found = bodyOf(note.text), signers = [];
  // The key of a file has no name: it is taken for the log's.
  const known = await Promise.all(keys.map(async ({ name = found.origin, kind, key }) => ({ name, kind, key, id: await idOf(name, kind, key) })));
  for (const line of note.lines) {
    const key = known.find((one) => one.name === line.name && same(one.id, line.id));
    if (!key) continue;
    if (!(await noteHolds(key, note.text, line.raw))) throw new Bad(`the signature of “${line.name}” does not hold`);
    signers.push(key.name);
  }
  if (!signers.length) throw new Unknown(note.lines.map((line) => line.name));
  if (!signers.includes(found.origin)) throw new Bad(`“${found.origin}” has not signed it, only ${signers.join(", ")}`);
  return { ...found, signers };
}

/** No key that is known has signed it. */
class Unknown extends Bad {
  constructor(names) {
    super("it is not signed by a key that is known here");
    this.names = names;
  }
}

const leafHash = (leaf) => sha256(joined(Uint8Array.of(0), leaf));
const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** The root to which the proof leads; null where no tree of this size has such a proof. */
async function rootProved(leaf, index, size, proof) {
  if (index >= size) return null;
  let place = index, last = size - 1n, found = await leafHash(leaf);
  for (const other of proof) {
    if (last === 0n) return null;
    if (place % 2n || place === last) {
      found = await nodeHash(other, found);
      while (place && place % 2n === 0n) [place, last] = [place >> 1n, last >> 1n];
    } else {
      found = await nodeHash(found, other);
    }
    [place, last] = [place >> 1n, last >> 1n];
  }
  return last === 0n ? found : null;
}

/** Whether the first tree is the beginning of the second. */
async function hasGrown(before, after, proof) {
  if (before.size < 1n || before.size > after.size) return false;
  if (before.size === after.size) return !proof.length && same(before.root, after.root);
  const [first, ...others] = before.size & (before.size - 1n) ? proof : [before.root, ...proof];
  if (!first) return false;
  let place = before.size - 1n, last = after.size - 1n, was = first, now = first;
  while (place % 2n) [place, last] = [place >> 1n, last >> 1n];
  for (const other of others) {
    if (last === 0n) return false;
    if (place % 2n || place === last) {
      was = await nodeHash(other, was);
      now = await nodeHash(other, now);
      while (place && place % 2n === 0n) [place, last] = [place >> 1n, last >> 1n];
    } else {
      now = await nodeHash(now, other);
    }
    [place, last] = [place >> 1n, last >> 1n];
  }
  return last === 0n && same(was, before.root) && same(now, after.root);
}

// Slips and proofs of growth.

const SLIP = "c2sp.org/tlog-proof@v1", CODE = "UMPIRE:SLIP1:", MOST_SLIP = 64 * 1024;
const B45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const NO_CODE = "it is no slip: it is not as it was printed";

function decoded(raw, otherwise) {
  try {
    return STRICT.decode(raw);
  } catch {
    throw new Bad(otherwise);
  }
}

function slipIn(raw) {
  const text = decoded(raw.subarray(0, MOST_SLIP + 1), "it is no slip: it is no text in UTF-8");
  const gap = text.indexOf("\n\n"), lines = text.slice(0, Math.max(gap, 0)).split("\n");
  if (gap < 0 || lines[0] !== SLIP || raw.length > MOST_SLIP) {
    throw new Bad(`it is no slip: expected “${SLIP}”, a proof, and a checkpoint`);
  }
  if (lines.length < 3 || !lines[1].startsWith("extra ") || !lines[2].startsWith("index ")) {
    throw new Bad("it is no slip of umpire's: expected “extra” and “index” below the first line");
  }
  const index = lines[2].slice(6), leaf = strict64(lines[1].slice(6)), proof = lines.slice(3).map(strict64);
  if (!/^(0|[1-9][0-9]{0,17})$/.test(index)) throw new Bad(`“${[...index].slice(0, 20).join("")}” is no place in a log`);
  const unlike = "it is no slip: a line of it is not as it was written";
  if (!leaf || !proof.every(Boolean)) throw new Bad(unlike);
  decoded(leaf, unlike);
  if (proof.some((one) => one.length !== SHA)) throw new Bad("it is no slip: a line of its proof is too short");
  return { leaf, index: BigInt(index), proof, checkpoint: text.slice(gap + 2) };
}

function fromBase45(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at += 3) {
    const group = [...text.slice(at, at + 3)].map((letter) => B45.indexOf(letter));
    const number = group.reduceRight((sum, one) => sum * 45 + one, 0), size = group.length - 1;
    if (!size || group.includes(-1) || number >= 256 ** size) throw new Bad(NO_CODE);
    if (size === 2) bytes.push(number >> 8);
    bytes.push(number & 255);
  }
  return Uint8Array.from(bytes);
}

async function slipInCode(text) {
  const raw = fromBase45(text.replace(/^[\r\n]+|[\r\n]+$/g, "").slice(CODE.length));
  let at = 0;
  const next = (size) => {
    if (at + size > raw.length) throw new Bad(NO_CODE);
    return raw.subarray(at, (at += size));
  };
  const number = (size) => next(size).reduce((sum, one) => sum * 256n + BigInt(one), 0n);
  const size = number(4), index = number(4), name = decoded(next(Number(number(1))), NO_CODE);
  const leaf = next(Number(number(2))), count = Number(number(1));
  decoded(leaf, NO_CODE);
  if (raw.length - at !== count * SHA + ID + SIGNED) throw new Bad(NO_CODE);
  const proof = Array.from({ length: count }, () => next(SHA)), root = await rootProved(leaf, index, size, proof);
  if (!root || name.includes("\n")) throw new Bad(NO_CODE);
  const checkpoint = `${name}\n${size}\n${inLetters(root)}\n\n${MARK}${name} ${inLetters(raw.subarray(at))}\n`;
  return { leaf, index, proof, checkpoint };
}

async function publicForm(digest, salt) {
  return salt ? inUrl(await sha256(utf8(`umpire head\n${salt}\n${digest}`))) : digest;
}

/** Why a sealed game is not the one that a leaf promises; empty where it is. */
async function differs([, game, row, digest], sealed) {
  if (!sealed.holds) return `the record does not hold: ${sealed.because}`;
  if (sealed.game !== game) return `the record is “${sealed.game}”, the slip speaks of “${game}”`;
  const found = sealed.rows[Number(row) - 1]?.digest;
  if (!found) return `the record was cut short: the slip knows row ${row}, its last is ${sealed.rows.length}`;
  const known = digest === found || digest === (await publicForm(found, sealed.opening.salt));
  return known ? "" : `the record is another one than the slip knows at row ${row}`;
}

/** The sealed games of the game that a leaf speaks of; where none is of it, all: each is another one. */
function itsRecords([, game], records) {
  const its = records.filter(({ sealed }) => sealed.game === game);
  return its.length ? its : records;
}

const HEAD = /(?:^| )(\S+) row ([0-9]+) ([\w-]{43})$/;

async function slipHolds(slip, keys) {
  const found = await checkpointOf(slip.checkpoint, keys), root = await rootProved(slip.leaf, slip.index, found.size, slip.proof);
  if (!root || !same(root, found.root)) throw new Bad("what it promises is not in the log that was signed");
  return found;
}

async function growthHolds(text, kept, keys) {
  const gap = text.indexOf("\n\n"), [first, ...lines] = (gap < 0 ? text : text.slice(0, gap)).split("\n");
  const before = await checkpointOf(kept, keys), after = await checkpointOf(gap < 0 ? "" : text.slice(gap + 2), keys);
  const old = first.slice(OLD.length);
  if (!/^[0-9]{1,12}$/.test(old) || lines.length > 63) throw new Bad("it is no proof of growth: expected “old N”, hashes, and a checkpoint");
  const proof = lines.map(strict64);
  if (proof.some((one) => one?.length !== SHA)) throw new Bad("it is no proof of growth: a hash is not as it should be");
  if (before.origin !== after.origin) throw new Bad(`it is of “${after.origin}”, and what was kept of “${before.origin}”`);
  if (BigInt(old) !== before.size) throw new Bad(`it begins at ${leaves(BigInt(old))}, and what was kept has ${before.size}`);
  if (!(await hasGrown(before, after, proof))) throw new Bad("it does not show that the log has only grown since what was kept: the proof or the log was changed");
  return [before, after];
}

const OLD = "old ";

/** The checkpoints at which a proof begins; where none is one, all: it does not begin at any. */
function itsCheckpoints(text, kept) {
  const old = text.slice(OLD.length).split("\n", 1)[0];
  const its = kept.filter(({ raw }) => String(bodyOf(noteOf(LENIENT.decode(raw.subarray(0, MOST_SLIP))).text).size) === old);
  return its.length ? its : kept;
}

const leaves = (size) => (size === 1n ? "1 leaf" : `${size} leaves`);

// What is examined: each file by what it begins as, then held against the others.

const begins = (raw, text) => same(raw.subarray(0, utf8(text).length), utf8(text));

function kindOf(raw) {
  if (!raw) return "";
  if (begins(raw, TITLE)) return "a sealed game";
  if (begins(raw, `${SLIP}\n`) || begins(raw, CODE)) return "a slip";
  if (begins(raw, OLD)) return "a proof of growth";
  try {
    bodyOf(noteOf(LENIENT.decode(raw.subarray(0, MOST_SLIP))).text);
    return "a checkpoint";
  } catch {
    return "";
  }
}

const EXAMINE = {
  async "a sealed game"({ sealed }, { keys }) {
    if (!sealed.holds) throw Object.assign(new Bad(sealed.because), { entry: sealed.entry });
    const known = await Promise.all(keys.map(({ key }) => fingerprint(key)));
    if (sealed.key && known.length && !known.includes(sealed.key)) throw new Bad(`it is signed by ${sealed.key}, which is no key you know`);
    const compare = known.length ? "" : "; compare it with the one you know";
    const by = sealed.key ? `signed by the key ${sealed.key}${compare}` : "not signed";
    return [`Game ${sealed.game}: ${sealed.entries} entries, every link holds; ${by}.`, `Slip: ${sealed.slip}`];
  },
  async "a slip"({ raw }, { keys, records }) {
    const slip = begins(raw, CODE) ? await slipInCode(LENIENT.decode(raw.subarray(0, MOST_SLIP))) : slipIn(raw);
    const found = await slipHolds(slip, keys), leaf = STRICT.decode(slip.leaf), head = HEAD.exec(leaf);
    const said = [`“${leaf}”`, `Leaf ${slip.index + 1n} of ${found.size} in the log ${found.origin}, as it signed it.`];
    if (head && !records.length) said.push("Drop the sealed game too, and it is held against this slip.");
    for (const { name, sealed } of head ? itsRecords(head, records) : []) {
      const why = await differs(head, sealed);
      if (why) throw new Bad(`${name}: ${why}`);
      said.push(`${name} is the game it speaks of.`);
    }
    return said;
  },
  async "a proof of growth"({ raw }, { keys, kept }) {
    if (!kept.length) throw new Unknown(["drop the checkpoint that was kept, too"]);
    const text = LENIENT.decode(raw.subarray(0, MOST_SLIP)), said = [];
    for (const { name, raw: one } of itsCheckpoints(text, kept)) {
      const [before, after] = await growthHolds(text, LENIENT.decode(one), keys);
      said.push(`The log ${after.origin} has only grown since ${name}: from ${leaves(before.size)} to ${leaves(after.size)}.`);
    }
    return said;
  },
  async "a checkpoint"({ raw }, { keys }) {
    const found = await checkpointOf(LENIENT.decode(raw), keys);
    return [`The log ${found.origin} at ${leaves(found.size)}, signed by ${found.signers.join(", ")}.`];
  },
};

const PEM = /-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/g;
const BEFORE_KEY = "302a300506032b6570032100";

/** Each line a key of notes; and the keys of PEM files, which have no name. */
async function keysIn(text) {
  const keys = [];
  for (const [, coded] of text.matchAll(PEM)) {
    const raw = strict64(coded.replace(/\s/g, ""));
    if (raw?.length !== KEY + 12 || inHex(raw.subarray(0, 12)) !== BEFORE_KEY) throw new Bad("it is no Ed25519 key");
    keys.push({ kind: SIGNS, key: raw.subarray(12) });
  }
  for (const line of text.replace(PEM, "").split("\n")) if (line.trim()) keys.push(await keyOf(line));
  return keys;
}

/** For each file (name, raw): what it is, whether it holds (null: it could not be examined), and what it tells. */
async function examined(files, known = "") {
  const keys = await keysIn(known);
  const read = await Promise.all(files.map(async ({ name, raw }) => {
    const file = { name, raw, kind: kindOf(raw) };
    if (file.kind !== "a sealed game") return file;
    try {
      return { ...file, sealed: await sealedGame(raw) };
    } catch (why) {
      if (!(why instanceof Bad)) throw why;
      return { ...file, sealed: { holds: false, entry: null, because: why.message } };
    }
  }));
  const context = {
    keys,
    records: read.filter((file) => file.sealed),
    kept: read.filter((file) => file.kind === "a checkpoint"),
  };
  return Promise.all(read.map(async (file) => {
    const told = { name: file.name, raw: file.raw, kind: file.kind, sealed: file.sealed, entry: null, said: [] };
    if (!file.kind) return { ...told, holds: false, because: "it is none of what this page examines" };
    try {
      return { ...told, holds: true, because: "", said: await EXAMINE[file.kind](file, context) };
    } catch (why) {
      if (!(why instanceof Bad)) throw why;
      return { ...told, holds: why instanceof Unknown ? null : false, because: why.message, entry: why.entry ?? null, names: why.names };
    }
  }));
}

// The page.

const page = (id) => document.getElementById(id);

function element(kind, text = "", marked = "") {
  const made = document.createElement(kind);
  made.textContent = text;
  if (marked) made.className = marked;
  return made;
}

/** The game as it was told: each entry with its ruling. */
function story(sealed) {
  const made = element("details"), table = element("table");
  made.append(element("summary", "The game as it was told"), table);
  for (const row of sealed.rows.filter((one) => one.name === RULED)) {
    const { n, said = {}, verdict, cites = [], reason = "" } = JSON.parse(STRICT.decode(row.payload));
    const { by, do: what, ...fields } = said, line = element("tr"), ruled = element("td", verdict);
    const words = Object.entries(fields).map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
    const at = new Date(Number(row.at / 1000n)).toISOString().slice(0, 19).replace("T", " ");
    ruled.append(element("div", [cites.join(", "), reason].filter(Boolean).join(" — "), "soft"));
    const step = element("td", `${by}: ${[what, ...words].join(", ")}`);
    step.append(element("div", `${at} UTC`, "soft"));
    line.append(element("td", n), step, ruled);
    table.append(line);
  }
  return made;
}

/** What was dropped that is nothing this page knows, or cannot be read, is not examined: nobody has changed it. */
const NO_KIND = "expected a sealed game, a slip, a proof of growth or a checkpoint; a record is played back by “umpire replay”";
const NO_FILE = "it cannot be read; expected a file: of a folder, drop what is in it";

function shown(found) {
  const one = found.kind ? found : { ...found, holds: null, because: found.raw ? NO_KIND : NO_FILE };
  const look = one.holds ? "holds" : one.holds === null ? "open" : "broken", made = element("article", "", look);
  const where = one.entry === null ? "" : `entry ${one.entry}: `;
  const verdict = { holds: "It holds.", broken: `It does not hold: ${where}${one.because}.`, open: `Not examined: ${one.because}.` }[look];
  const head = element("h2");
  // A name that is written from right to left turns nothing around beside it.
  head.append(element("bdi", one.name), one.kind ? ` – ${one.kind}` : "");
  made.append(head, element("p", verdict, "verdict"));
  if (one.names) made.append(element("p", `Named on it: ${one.names.join(", ")}`, "soft"));
  for (const line of one.said) made.append(element("p", line));
  if (one.holds && one.sealed) {
    try {
      made.append(story(one.sealed));
    } catch {
      made.append(element("p", "What it tells cannot be shown here.", "soft"));
    }
  }
  return made;
}

/** What was dropped or chosen: (name, raw), without raw if it cannot be read. */
let dropped = [];
let looks = 0;

async function look() {
  const mine = ++looks, files = [...dropped], pasted = page("pasted").value.trim();
  if (pasted) files.push({ name: "What was pasted", raw: utf8(pasted) });
  let found;
  try {
    if (!crypto.subtle) throw new Bad("this browser lends its cryptography to https and to files of a disk alone: save this page and open it there");
    found = (await examined(files, page("keys").value)).map(shown);
  } catch (why) {
    if (!(why instanceof Bad)) throw why;
    found = [element("p", `${why.message}.`, "verdict")];
  }
  // What was asked first may be answered last; the newest question counts.
  if (mine === looks) page("found").replaceChildren(...found);
}

/** Another file of the same name stands beside the first if both come at once; later it is the same one, put right. */
async function take(files) {
  const taken = await Promise.all(Array.from(files, async (file) => {
    const raw = await file.arrayBuffer().catch(() => null);
    return { name: file.name, raw: raw && new Uint8Array(raw) };
  }));
  dropped = [...dropped.filter(({ name }) => !taken.some((one) => one.name === name)), ...taken];
  await look();
}

// A file that is let go beside the frame is meant for it, too: the browser would open it instead of this page.
const drop = page("drop"), withFiles = (event) => event.dataTransfer.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!withFiles(event)) return;
  event.preventDefault();
  drop.classList.add("over");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
addEventListener("drop", (event) => {
  drop.classList.remove("over");
  if (!withFiles(event)) return;
  event.preventDefault();
  take(event.dataTransfer.files);
});
page("files").addEventListener("change", ({ target }) => {
  take(target.files);
  target.value = ""; // so that the same file, put right, can be chosen again
});
for (const id of ["pasted", "keys"]) page(id).addEventListener("input", look);

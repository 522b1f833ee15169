import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What Word puts on the clipboard: a bold word, a list and a link. */
export const WORD = `<html><body><p class=MsoNormal dir=RTL><b><span lang=AR style="font-family:Arial">مهمّ</span></b> جدًّا</p>
<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>   </span></span>بند
<a href="https://example.org/">رابط</a></p></body></html>`

const SOUND = fileURLToPath(new URL('../../courses/first-steps-ar/media/hello.mp3', import.meta.url))

/** A picture of 64 by 32 pixels, with an EXIF orientation that turns it by a quarter. */
const TURNED_JPEG =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAgYGBwYHCEhISEhISckJygoKCcnJycoKCgrKyszMzMr' +
  'KysoKCsrMDAzMzc5NzQ0MzQ5OTw8PEhIRUVUVFdnZ3z/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsBAAMBAQEBAQEB' +
  'AQEAAAAAAAABAgMEBQYHCAkKCxAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK' +
  'FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ip' +
  'qrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6EQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEG' +
  'EkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1' +
  'dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4' +
  '+fr/wAARCAAgAEADASIAAhEAAxEA/9oADAMBAAIRAxEAPwDxyiiiv388sKKKKAOvooor+VT+kwooooA5Ciiiv6qP5sCiiigDr6KK' +
  'K/lU/pMKKKKAP//Z'

/** Writes a photo into this folder, as a phone that is held upright takes it. Returns its path. */
export function writePhoto(folder: string): string {
  const path = join(folder, 'IMG 2034.JPG')
  writeFileSync(path, Buffer.from(TURNED_JPEG, 'base64'))
  return path
}

/**
 * Writes two seconds of the sound into this folder. With the whole sound the server would work several times as long.
 */
export function writeSound(folder: string): string {
  const path = join(folder, 'hello.mp3')
  writeFileSync(path, readFileSync(SOUND).subarray(0, 14_000))
  return path
}

/** The text that the journeys in Firefox and WebKit write, with what they paste and choose. */
export function writtenText(files: readonly { name: string }[]): string {
  const picture = files.find(({ name }) => name.endsWith('.webp'))?.name.replace('media/', '')
  return `# الماء أوّلًا

- اتصل على <bdi dir="ltr">+962 79 123 456</bdi>
- **ساخن** ثمّ
- **مهمّ** جدًّا
  - بند [رابط](https://example.org/)

![إبريق](${picture})`
}

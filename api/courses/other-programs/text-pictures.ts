import type { LeftOut } from '../../../contract/organisation/other-programs.ts'
import { bytesOfDataUrl } from './media-folder.ts'
import type { SaveMedia } from './sketch.ts'

/** `[image1]: <data:image/png;base64,…>`, as Google Docs writes pictures. */
const DEFINITION = /^ {0,3}\[([^\]\n]{1,100})\]:[ \t]*<?(data:image\/[^>\s]+)>?[ \t]*$/gm
const PICTURE = /!\[([^\]\n]{0,300})\](?:\[([^\]\n]{1,100})\]|\(([^()\s]*)[^()\n]{0,200}\))/g

/** Saves the embedded pictures of a text. Other pictures are replaced by their descriptions. */
export async function withPictures(text: string, save: SaveMedia): Promise<{ markdown: string; left: LeftOut[] }> {
  const defined = new Map([...text.matchAll(DEFINITION)].map(([, name = '', url = '']) => [name.toLowerCase(), url]))
  const left: LeftOut[] = []
  const names = new Map<string, string>()
  const body = text.replace(DEFINITION, '')
  for (const [whole, alt = '', reference, target = ''] of body.matchAll(PICTURE)) {
    const url = reference === undefined ? target : defined.get(reference.toLowerCase())
    const picture = bytesOfDataUrl(url ?? '')
    const name = picture && (await save(picture.name, picture.bytes))
    if (name === undefined) left.push({ name: alt || (reference ?? target).slice(0, 100), was: '', reason: 'picture' })
    names.set(whole, name === undefined ? alt : `![${alt}](${name})`)
  }
  return { markdown: body.replace(PICTURE, whole => names.get(whole) ?? whole), left }
}

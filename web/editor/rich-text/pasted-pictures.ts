import { Fragment, type Node, Slice } from 'prosemirror-model'

/** Brings a picture into the course and returns its name. Undefined if it cannot be used. */
export type AddPicture = (picture: Blob) => Promise<string | undefined>

const DATA = 'data:'

export function hasPictures({ content }: Slice): boolean {
  let has = false
  content.descendants(node => {
    has ||= isPicture(node)
  })
  return has
}

/** Brings the pictures of a pasted text into the course. Pictures that cannot be used are left out. */
export async function withNames(slice: Slice, addPicture: AddPicture): Promise<{ slice: Slice; isWhole: boolean }> {
  let isWhole = true
  async function addPictures(node: Node): Promise<Node[]> {
    if (!isPicture(node)) return [node.isLeaf ? node : node.copy(await all(node.content))]
    // The words are pasted even if a picture fails.
    const name = await blobOf(String(node.attrs.src))
      .then(addPicture)
      .catch(() => undefined)
    if (name === undefined) isWhole = false
    return name === undefined ? [] : [node.type.create({ ...node.attrs, src: name }, null, node.marks)]
  }
  async function all(content: Fragment): Promise<Fragment> {
    const nodes: Node[] = []
    for (const node of content.content) nodes.push(...(await addPictures(node)))
    return Fragment.fromArray(nodes)
  }
  return { slice: new Slice(await all(slice.content), slice.openStart, slice.openEnd), isWhole }
}

/** A picture that was copied alone. The HTML beside it then has no words, only the URL of the picture. */
export function onlyPicture({ files, types }: DataTransfer, html: string): File | undefined {
  const [file] = files
  const isAlone = !types.includes('text/plain') && !/>[^<]*[^<\s]/.test(html)
  return file?.type.startsWith('image/') && isAlone ? file : undefined
}

function isPicture({ attrs }: Node): boolean {
  return typeof attrs.src === 'string' && attrs.src.startsWith(DATA)
}

async function blobOf(url: string): Promise<Blob> {
  const [head = '', content = ''] = url.slice(DATA.length).split(',')
  const [type] = head.split(';')
  const bytes = head.endsWith(';base64') ? atob(content) : decodeURIComponent(content)
  return new Blob([Uint8Array.from(bytes, sign => sign.charCodeAt(0))], { type: type ?? '' })
}

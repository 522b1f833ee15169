import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { readMarkdown } from '../rich-text/read-markdown.ts'
import { type MarkdownOptions, writeMarkdown } from '../rich-text/write-markdown.ts'

/** A picture in a text. `at` is its place in the document. */
export type TextPicture = { at: number; name: string; alt: string }

export function picturesIn(markdown: string): TextPicture[] {
  if (!markdown.includes('![')) return []
  const found: TextPicture[] = []
  readMarkdown(markdown).doc.descendants((node: Node, at: number) => {
    if (node.type.name === 'picture') found.push({ at, name: node.attrs.src, alt: node.attrs.alt })
  })
  return found
}

/** The text with another description of a picture. */
export function withWords(markdown: string, { at }: TextPicture, alt: string, writing: MarkdownOptions): string {
  return changed(markdown, writing, ({ tr, doc }) => tr.setNodeMarkup(at, null, { ...doc.nodeAt(at)?.attrs, alt }))
}

/** The text with one picture replaced by another. */
export function withOtherPicture(
  markdown: string,
  { at }: TextPicture,
  other: { name: string; alt: string },
  writing: MarkdownOptions,
): string {
  return changed(markdown, writing, ({ tr }) => tr.setNodeMarkup(at, null, { src: other.name, alt: other.alt }))
}

/** The text without a picture, and without the paragraph that only had it. */
export function withoutPicture(markdown: string, { at }: TextPicture, writing: MarkdownOptions): string {
  return changed(markdown, writing, ({ tr, doc }) => {
    const place = doc.resolve(at)
    const isAlone = place.parent.childCount === 1 && place.depth === 1 && doc.childCount > 1
    return isAlone ? tr.delete(place.before(), place.after()) : tr.delete(at, at + 1)
  })
}

function changed(
  markdown: string,
  writing: MarkdownOptions,
  change: (state: EditorState) => EditorState['tr'],
): string {
  const read = readMarkdown(markdown)
  return writeMarkdown(change(EditorState.create({ doc: read.doc })).doc, read, writing)
}

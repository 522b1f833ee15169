import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Language } from '../../../contract/languages.ts'
import { isolatedIn } from './isolated.ts'

/** Isolates numbers and foreign words while somebody writes, so they have the same order as in the stored text. */
export function isolation(language: Language): Plugin<DecorationSet> {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => decorate(doc, language),
      apply(change, shown) {
        if (!change.docChanged) return shown
        // New elements around the caret would end a word that the keyboard is still composing.
        const isComposing = change.getMeta('composition') !== undefined
        return isComposing ? shown.map(change.mapping, change.doc) : decorate(change.doc, language)
      },
    },
    props: { decorations: state => plugin.getState(state) },
  })
  return plugin
}

function decorate(doc: Node, language: Language): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, position) => {
    if (!node.isText || node.marks.some(({ type }) => type.name === 'bdi')) return
    for (const { from, to } of isolatedIn(node.text ?? '', language))
      found.push(Decoration.inline(position + from, position + to, { nodeName: 'bdi', dir: 'ltr' }))
  })
  return DecorationSet.create(doc, found)
}

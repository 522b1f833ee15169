import { createElement, type ReactNode, useMemo } from 'react'
import { inertDocument } from './inert-html.ts'
import { drawnProps, isDrawn } from './svg-allowed.ts'

/** A drawing of a course, rebuilt from its allowed shapes; nothing if it is not one. Decoration only. */
export function SafeSvg({ source }: { source: string }) {
  const root = useMemo(() => inertDocument(source, 'image/svg+xml').documentElement, [source])
  if (root.localName !== 'svg') return null
  return (
    <svg {...drawnProps([...root.attributes])} className="icon" aria-hidden="true">
      {[...root.childNodes].map(drawn)}
    </svg>
  )
}

function drawn(node: ChildNode, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element) || !isDrawn(node.localName)) return null
  const children = [...node.childNodes].map(drawn)
  return createElement(node.localName, { ...drawnProps([...node.attributes]), key: index }, ...children)
}

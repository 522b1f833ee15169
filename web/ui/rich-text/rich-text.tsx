import { createElement, Fragment, type ReactNode, type SyntheticEvent, useMemo } from 'react'
import { knownSettings } from '../../settings/settings.ts'
import { inertDocument } from './inert-html.ts'
import { shownAs } from './rich-allowed.ts'

type Props = {
  html: string
  /** Id of its first h1, for elements that it labels. */
  headingId?: string
}

/** HTML of a course, rebuilt from the allowed elements. */
export function RichText({ html, headingId }: Props) {
  return useMemo(() => {
    const { mediaBase } = knownSettings()
    const { body } = inertDocument(html, 'text/html')
    const heading = headingId && body.querySelector('h1')
    return shownInside(body)

    function shownInside(parent: Element): ReactNode[] {
      return [...parent.childNodes].map(shown)
    }

    function shown(node: ChildNode, key: number): ReactNode {
      if (!(node instanceof Element)) return textOf(node)
      const props = shownAs(node.localName, name => node.getAttribute(name), mediaBase)
      if (props === 'nothing') return null
      if (props === 'inside') return <Fragment key={key}>{shownInside(node)}</Fragment>
      const children = shownInside(node)
      return createElement(
        node.localName,
        { ...props, id: node === heading ? headingId : undefined, key, onError: props.src && loadAgain },
        // React does not allow children in a void element, not even an empty list.
        children.length > 0 ? children : undefined,
      )
    }
  }, [html, headingId])
}

/** Loads a picture again when the network is back, if its download broke off. */
function loadAgain({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>): void {
  const { src } = picture
  addEventListener('online', () => Object.assign(picture, { src }), { once: true })
}

/** Whitespace between the parts of a table is not text. */
function textOf(node: ChildNode): string | null {
  if (node.nodeType !== Node.TEXT_NODE) return null
  const isInTable = /^(table|thead|tbody|tr)$/.test(node.parentElement?.localName ?? '')
  return isInTable ? null : node.nodeValue
}

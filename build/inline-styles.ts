import type { Plugin } from 'vite'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

const PLACE = '<!-- styles -->'

/**
 * Vite plugin: puts the page's own styles inline, because a request for them would delay the first paint. They come
 * before boot.js, which adds the styles of the first screen: of two equal rules the one of the screen counts.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        let styles = ''
        const rest = html.replace(LINK, (link, file: string) => {
          const asset = bundle[file]
          if (asset?.type !== 'asset') return link
          styles += `<style>${String(asset.source).trim()}</style><script>${knownAs(`/${file}`)}</script>`
          return ''
        })
        return rest.replace(PLACE, () => styles)
      },
    },
  }
}

/**
 * A link that loads nothing. Without it, Vite's loader would load the same styles again for the first screen. A script
 * creates it, because browsers preload the links that they find in the HTML.
 */
function knownAs(href: string): string {
  return `(function(l){l.rel="stylesheet";l.setAttribute("disabled","");l.href=${JSON.stringify(href)};document.head.appendChild(l)})(document.createElement("link"))`
}

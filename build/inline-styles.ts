import type { Plugin } from 'vite'

const LINK = /<link rel="stylesheet"[^>]*href="(\/[^"]+)"[^>]*>/g

const PLACE = '<!-- styles -->'

/**
 * Vite plugin: puts the page's own styles inline, because a request for them would delay the first paint. boot.js comes
 * before them, so that its requests start sooner. load-chunk.ts finds the name of the file and does not load it again.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        let styles = ''
        const rest = html.replace(LINK, (link, href: string) => {
          const asset = bundle[href.slice(1)]
          if (asset?.type !== 'asset') return link
          styles += `<style data-file="${href}">${String(asset.source).trim()}</style>`
          // Otherwise lazy chunks would name this file among those that they need.
          for (const file of Object.values(bundle))
            if (file.type === 'chunk') file.viteMetadata?.importedCss.delete(asset.fileName)
          return ''
        })
        return rest.replace(PLACE, () => styles)
      },
    },
  }
}

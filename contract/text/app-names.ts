/**
 * The neutral names that a person can give the app on a phone, instead of its own. Each has an icon in
 * `web/public/icons/` and its words in `texts/<code>.json`. None is the name or the icon of another product.
 */
export const neutralNames = ['notes', 'lists', 'recipes'] as const
export type NeutralName = (typeof neutralNames)[number]

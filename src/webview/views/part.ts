import type { RunView } from '../../figures/view/view';

/** A piece of a tab. Built once for a run, then told of every new view V of it; `destroy` when the tab goes away. */
export interface Part<V = RunView> {
  readonly element: HTMLElement;
  update(view: V): void;
  destroy?(): void;
}

/** A part that is made anew when its words change, and only then. */
export function renewed<V = RunView>(
  className: string,
  render: (view: V) => { readonly key: string; readonly content: () => Node[] },
): Part<V> {
  const element = document.createElement('div');
  element.className = className;
  let shown: string | undefined;
  return {
    element,
    update(view) {
      const { key, content } = render(view);
      if (key === shown) return;
      shown = key;
      element.replaceChildren(...content());
    },
  };
}

// Written for browsers as it is, so the plugin needs no build.
(({ blockEditor, blocks, components, element, i18n }) => {
  const { createElement: h } = element;
  const { __ } = i18n;

  function edit({ attributes, setAttributes }) {
    const input = (name, label) =>
      h(components.TextControl, {
        label,
        value: attributes[name],
        onChange: value => setAttributes({ [name]: value.trim() }),
        __nextHasNoMarginBottom: true,
      });
    return h(
      'div',
      blockEditor.useBlockProps(),
      h(
        components.Placeholder,
        { icon: 'feedback', label: __('Formline form', 'formline') },
        input('form', __('Form ID', 'formline')),
        input('publishableKey', __('Publishable key', 'formline')),
      ),
    );
  }

  // The server renders the block: formline_render_block().
  blocks.registerBlockType('formline/form', { edit, save: () => null });
})(window.wp);

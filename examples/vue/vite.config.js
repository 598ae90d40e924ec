import vue from '@vitejs/plugin-vue';

const isCustomElement = tag => tag === 'formline-form';

export default { base: './', plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };

<?php
/**
 * Plugin Name: Formline
 * Description: A block that shows a form of Formline.
 * Version: 0.2.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * License: Apache-2.0
 */

defined( 'ABSPATH' ) || exit;

// The address of the deployment. Set it in wp-config.php.
defined( 'FORMLINE_API' ) || define( 'FORMLINE_API', 'https://YOUR-API' );

/** Returns the HTML of the block. WordPress calls it for each block of a page. */
function formline_render_block( array $attributes ): string {
	if ( empty( $attributes['form'] ) || empty( $attributes['publishableKey'] ) ) {
		return '';
	}
	wp_enqueue_script( 'formline', FORMLINE_API . '/embed.js', array(), null, array( 'strategy' => 'async' ) );
	return sprintf(
		'<formline-form %s form="%s" key="%s"><a href="%s">%s</a></formline-form>',
		get_block_wrapper_attributes(),
		esc_attr( $attributes['form'] ),
		esc_attr( $attributes['publishableKey'] ),
		esc_url( FORMLINE_API . '/f/' . $attributes['form'] ),
		esc_html__( 'To the form', 'formline' )
	);
}

add_action(
	'init',
	function () {
		register_block_type( __DIR__, array( 'render_callback' => 'formline_render_block' ) );
	}
);
